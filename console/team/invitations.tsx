import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Group, Paper, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { invitationsQuery } from "./queries.ts";

type Invitation = ReplyOf<"GET /workspaces/:workspace_id/invitations">["invitations"][number];

/** Unused invitations. */
export function Invitations({ workspaceId }: { workspaceId: number }) {
  const { t } = useTranslation("team");
  const { data, error, refetch } = useQuery(invitationsQuery(workspaceId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Paper withBorder p="lg">
      <Section title={t("invitations.title")} help={t("invitations.help")}>
        {data.map((invitation) => (
          <OneInvitation key={invitation.id} invitation={invitation} workspaceId={workspaceId} />
        ))}
      </Section>
    </Paper>
  );
}

function OneInvitation({ invitation, workspaceId }: { invitation: Invitation; workspaceId: number }) {
  const { t, i18n } = useTranslation("team");
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      api("DELETE /workspaces/:workspace_id/invitations/:invitation_id", {
        params: { workspace_id: workspaceId, invitation_id: invitation.id },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(invitationsQuery(workspaceId));
      showToast({ message: t("invitations.withdrawn") });
    },
  });
  const who = invitation.email ?? t("invitations.anybody");
  const until = new Date(invitation.expires_at).toLocaleDateString(i18n.language, { dateStyle: "medium" });
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {who}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`ui:roles.${invitation.role}`)} · {t("invitations.until", { until })}
        </Text>
      </div>
      <Button
        variant="default"
        loading={withdraw.isPending}
        aria-label={t("invitations.withdrawOf", { who })}
        onClick={() => withdraw.mutate()}
      >
        {t("invitations.withdraw")}
      </Button>
    </Group>
  );
}
