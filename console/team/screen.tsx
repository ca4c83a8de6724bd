import { isAllowed } from "@banter/core/model/role.ts";
import { Button, Paper, Skeleton, Stack } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { HashTarget } from "../frame/navigation/hash-target.tsx";
import { useWorkspace, type Workspace } from "../frame/use-workspace.ts";
import { Failure } from "../ui/failure.tsx";
import { ScreenFrame, Section } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { Invitations } from "./invitations.tsx";
import { Invite } from "./invite.tsx";
import { MemberRow } from "./member-row.tsx";
import { membersQuery } from "./queries.ts";
import * as words from "./words.ts";
import { WorkspaceName } from "./workspace-name.tsx";

addWords("team", words);

/** The members of the workspace, and the open invitations. */
export function Screen() {
  const { t } = useTranslation("team");
  const workspace = useWorkspace();
  return workspace ? (
    <Team key={workspace.id} workspace={workspace} />
  ) : (
    <ScreenFrame title={t("title")}>{null}</ScreenFrame>
  );
}

function Team({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation("team");
  const [isInviting, setIsInviting] = useState(false);
  const mayLead = isAllowed(workspace.role, "lead");
  const { data: members, error, refetch } = useQuery(membersQuery(workspace.id));
  return (
    <ScreenFrame
      title={t("title")}
      help={t("help", { workspace: workspace.name })}
      actions={
        mayLead && (
          <HashTarget id="invite">
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
              {t("invite.open")}
            </Button>
          </HashTarget>
        )
      }
    >
      <Stack gap="lg">
        <Paper withBorder p="lg">
          <Section title={t("members.title")}>
            {error ? <Failure error={error} retry={() => void refetch()} /> : null}
            {!members && !error && <Skeleton h={80} />}
            {members?.map((member) => (
              <MemberRow key={member.id} member={member} workspace={workspace} mayLead={mayLead} />
            ))}
          </Section>
        </Paper>
        {mayLead && <Invitations workspaceId={workspace.id} />}
        {mayLead && <WorkspaceName workspace={workspace} />}
      </Stack>
      {mayLead && <Invite workspaceId={workspace.id} isOpen={isInviting} onClose={() => setIsInviting(false)} />}
    </ScreenFrame>
  );
}
