import { ActionIcon, Group, Paper, Text } from "@mantine/core";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { secretsQuery } from "../../queries.ts";
import { confirm } from "../../ui/confirm.tsx";
import { showToast } from "../../ui/toast.tsx";
import { UnboundSecret } from "./unbound-secret.tsx";

type Props = { secret: { name: string; hosts: string[]; updated_at: string }; mayBuild: boolean };

export function SecretRow({ secret: { name, hosts, updated_at }, mayBuild }: Props) {
  const { t, i18n } = useTranslation("secrets");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/secrets/:name", { params: { page_id, name } }),
    onSuccess: () => showToast({ message: t("removed", { name }) }),
    onSettled: () => client.invalidateQueries(secretsQuery(page_id)),
  });
  const ask = async () => {
    const agreed = await confirm({
      title: t("removeTitle", { name }),
      body: t("removeBody"),
      action: t("removeAction"),
    });
    if (agreed) remove.mutate();
  };
  const at = new Date(updated_at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="xs" wrap="nowrap" mih={32}>
        <IconKey size={16} stroke={1.7} aria-hidden />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {hosts.length > 0 && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {t("for", { hosts: hosts.join(", ") })}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {t("changed", { at })}
          </Text>
        </div>
        {mayBuild && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("remove", { name })}
            loading={remove.isPending}
            onClick={() => void ask()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {hosts.length === 0 && <UnboundSecret name={name} mayBuild={mayBuild} />}
    </Paper>
  );
}
