import type { Role } from "@banter/core/model/role.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Avatar, Badge, Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMe, type Workspace } from "../frame/use-workspace.ts";
import { meQuery } from "../queries.ts";
import { confirm } from "../ui/confirm.tsx";
import { showToast } from "../ui/toast.tsx";
import { MemberResets } from "./member-resets.tsx";
import { membersQuery } from "./queries.ts";
import { RoleSelect } from "./role-select.tsx";

type Member = ReplyOf<"GET /workspaces/:workspace_id/members">["members"][number];
type Props = { member: Member; workspace: Workspace; mayLead: boolean };

/** A member with their role and a button to remove them. */
export function MemberRow({ member, workspace, mayLead }: Props) {
  const { t } = useTranslation("team");
  const isMe = useMe().user.id === member.id;
  const { change, remove } = useMemberMutations(member, workspace, isMe);
  const ask = async () => {
    const agreed = await confirm({
      title: t("members.removeTitle", { name: member.name }),
      body: isMe ? t("members.leaveBody") : t("members.removeBody"),
      action: t("members.remove"),
    });
    if (agreed) remove.mutate();
  };
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" flex="1 1 220px" miw={0}>
        <Avatar name={member.name} color="indigo" variant="outline" aria-hidden />
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
              {member.name}
            </Text>
            {isMe && (
              <Badge variant="outline" size="sm">
                {t("members.you")}
              </Badge>
            )}
            {member.has_two_factor && (
              <Badge variant="outline" color="gray" size="sm">
                {t("members.twoFactor")}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {member.email}
          </Text>
        </div>
      </Group>
      {mayLead ? (
        <Group gap="xs" wrap="nowrap">
          <RoleSelect
            label={t("members.roleOf", { name: member.name })}
            isLabelHidden
            value={member.role}
            disabled={change.isPending}
            onChange={(role) => role !== member.role && change.mutate(role)}
          />
          <Button
            variant="default"
            style={{ flexShrink: 0 }}
            loading={remove.isPending}
            aria-label={t("members.removeNamed", { name: member.name })}
            onClick={() => void ask()}
          >
            {t("members.remove")}
          </Button>
          {!isMe && <MemberResets member={member} workspace={workspace} />}
        </Group>
      ) : (
        <Text size="sm">{t(`ui:roles.${member.role}`)}</Text>
      )}
    </Group>
  );
}

function useMemberMutations(member: Member, workspace: Workspace, isMe: boolean) {
  const { t } = useTranslation("team");
  const queryClient = useQueryClient();
  const params = { workspace_id: workspace.id, user_id: member.id };
  // The user's own role decides what the console shows, so it is loaded again.
  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries(membersQuery(workspace.id)),
      isMe ? queryClient.invalidateQueries(meQuery) : undefined,
    ]);
  const change = useMutation({
    mutationFn: (role: Role) => api("PATCH /workspaces/:workspace_id/members/:user_id", { params, body: { role } }),
    onSuccess: async (_, role) => {
      await reload();
      showToast({ message: t("members.changed", { name: member.name, role: t(`ui:roles.${role}`) }) });
    },
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /workspaces/:workspace_id/members/:user_id", { params }),
    onSuccess: async () => {
      await reload();
      showToast({ message: t("members.removed", { name: member.name }) });
    },
  });
  return { change, remove };
}
