import { Button, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { ago } from "../ui/ago.ts";
import { confirm } from "../ui/confirm.tsx";
import { Failure } from "../ui/failure.tsx";
import { showToast } from "../ui/toast.tsx";
import { parkedQuery } from "./queries.ts";

/** Parked mail, each piece with its error, to retry or to drop. */
export function Parked() {
  const { t, i18n } = useTranslation("home");
  const { id: pageId } = usePage();
  const mayConverse = useMay("converse");
  const { data, error, refetch } = useQuery(parkedQuery(pageId));
  const { retry, drop } = useParkedMutations(pageId);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={120} />;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={3}>{t("parked.title")}</Title>
            <Text size="sm" c="dimmed">
              {t("parked.help")}
            </Text>
          </div>
          {mayConverse && data.length > 1 && (
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={() => retry(null)}>
                {t("parked.retryAll")}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void drop(null)}>
                {t("parked.dropAll")}
              </Button>
            </Group>
          )}
        </Group>
        {data.map(({ id, psid, type, error, parked_at }) => (
          <Group key={id} justify="space-between" gap="sm" data-parked={id}>
            <div style={{ flex: "1 1 260px", minWidth: 0 }}>
              <Text size="sm" fw={600}>
                {type} · {psid}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {ago(parked_at, i18n.language)} · {error}
              </Text>
            </div>
            {mayConverse && (
              <Group gap="xs">
                <Button size="compact-sm" variant="default" onClick={() => retry([id])}>
                  {t("parked.retry")}
                </Button>
                <Button size="compact-sm" variant="subtle" color="red" onClick={() => void drop([id])}>
                  {t("parked.drop")}
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function useParkedMutations(pageId: string) {
  const { t } = useTranslation("home");
  const client = useQueryClient();
  const params = { page_id: pageId };
  const onSettled = () => client.invalidateQueries({ queryKey: ["page", pageId] });
  const retry = useMutation({
    mutationFn: (ids: number[] | null) => api("POST /pages/:page_id/parked_mail/retry", { params, body: { ids } }),
    onSuccess: () => showToast({ message: t("parked.retried") }),
    onSettled,
  });
  const drop = useMutation({
    mutationFn: (ids: number[] | null) => api("POST /pages/:page_id/parked_mail/drop", { params, body: { ids } }),
    onSuccess: () => showToast({ message: t("parked.dropped") }),
    onSettled,
  });
  return {
    retry: (ids: number[] | null) => retry.mutate(ids),
    async drop(ids: number[] | null): Promise<void> {
      const question = { title: t("parked.dropTitle"), body: t("parked.dropText"), action: t("parked.drop") };
      if (await confirm(question)) drop.mutate(ids);
    },
  };
}
