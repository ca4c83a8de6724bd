import type { Role } from "@banter/core/model/role.ts";
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { AddressWarning } from "../frame/address/warning.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { errorText, faultAt } from "../ui/error-text.ts";
import { invitationsQuery } from "./queries.ts";
import { RoleSelect } from "./role-select.tsx";

type Props = { workspaceId: number; isOpen: boolean; onClose: () => void };

/** Makes an invitation link for one person. The link is shown only once. */
export function Invite({ workspaceId, isOpen, onClose }: Props) {
  const { t } = useTranslation("team");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("invite.title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <InviteForm workspaceId={workspaceId} onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ workspaceId, onClose }: Omit<Props, "isOpen">) {
  const { t } = useTranslation("team");
  const queryClient = useQueryClient();
  const [role, setRole] = useState<Role>("editor");
  const [email, setEmail] = useState("");
  const invite = useMutation({
    mutationFn: () =>
      api("POST /workspaces/:workspace_id/invitations", {
        params: { workspace_id: workspaceId },
        body: { role, email: email.trim() || null },
      }),
    onSuccess: () => queryClient.invalidateQueries(invitationsQuery(workspaceId)),
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  if (invite.data)
    return (
      <Stack>
        <Text size="sm">
          {invite.data.is_emailed ? t("invite.emailed", { email: email.trim() }) : t("invite.send")}
        </Text>
        <CodeBlock text={invite.data.link} what={t("invite.link")} />
        <AddressWarning url={invite.data.link} kind="link" />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("invite.done")}</Button>
        </Group>
      </Stack>
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t("invite.help")}</Text>
        <RoleSelect label={t("invite.role")} value={role} onChange={setRole} />
        <TextInput
          label={t("invite.email")}
          description={t("invite.emailHelp")}
          type="email"
          value={email}
          error={faultAt(invite.error, "/email")}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {invite.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {errorText(invite.error)}
          </Text>
        )}
        <DialogButtons onCancel={onClose} submit={t("invite.action")} isPending={invite.isPending} />
      </Stack>
    </form>
  );
}
