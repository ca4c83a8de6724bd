import { Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowLeft, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { askDeletion } from "../frame/uses/ask-removal.tsx";
import { trashQuery } from "../queries.ts";
import { ago, isNow } from "../ui/ago.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { useFlowMutations } from "./use-flow-mutations.ts";

type Trashed = { id: number; name: string; trashed_at: string };

/** Deleted flows: restore them, or delete them for good. */
export function Trash() {
  const { t } = useTranslation("flows");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(trashQuery(pageId));
  const [shown, setShown] = useState(100);
  const remove = useRemoval();

  const emptyAll = async (flows: Trashed[]) => {
    const [title, body] = [t("trash.askAll"), t("trash.askAllText", { count: flows.length })];
    if (await askDeletion(pageId, flows, { title, body, action: t("trash.emptyAll") })) remove.mutate(flows);
  };
  const actions = (
    <>
      <ButtonLink
        variant="default"
        to="/pages/$pageId/flows"
        params={{ pageId }}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
      >
        {t("trash.back")}
      </ButtonLink>
      {mayBuild && data && data.length > 0 && (
        <Button color="red" variant="outline" loading={remove.isPending} onClick={() => void emptyAll(data)}>
          {t("trash.emptyAll")}
        </Button>
      )}
    </>
  );
  return (
    <ScreenFrame title={t("trash.title")} help={mayBuild ? t("trash.help") : t("readOnly")} actions={actions}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} aria-busy />}
      {data?.length === 0 && <EmptyState icon={IconTrash} title={t("trash.empty")} help={t("trash.emptyHelp")} />}
      {data && data.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }} aria-label={t("trash.list")}>
          {data.slice(0, shown).map((flow) => (
            <li key={flow.id}>
              <Line flow={flow} mayBuild={mayBuild} onRemove={(one) => remove.mutate([one])} />
            </li>
          ))}
        </Stack>
      )}
      {data && data.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + 100)}>
          {t("trash.more")}
        </Button>
      )}
    </ScreenFrame>
  );
}

type LineProps = { flow: Trashed; mayBuild: boolean; onRemove: (flow: Trashed) => void };

function Line({ flow, mayBuild, onRemove }: LineProps) {
  const { t, i18n } = useTranslation("flows");
  const { id: pageId } = usePage();
  const mutations = useFlowMutations();
  const { name } = flow;
  const ask = async () => {
    const [title, body] = [t("trash.ask", { name }), t("trash.askText")];
    if (await askDeletion(pageId, [flow], { title, body, action: t("trash.delete") })) onRemove(flow);
  };
  return (
    <Paper withBorder px="md" py="xs">
      <Group gap="sm">
        <div style={{ flex: "1 1 200px", minWidth: 0 }}>
          <Text size="sm" fw={500} truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {isNow(flow.trashed_at)
              ? t("trash.deletedNow")
              : t("trash.deleted", { when: ago(flow.trashed_at, i18n.language) })}
          </Text>
        </div>
        {mayBuild && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={t("trash.restoreName", { name })}
              onClick={() => void mutations.restore([flow])}
            >
              {t("trash.restore")}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              aria-label={t("trash.deleteName", { name })}
              onClick={() => void ask()}
            >
              {t("trash.delete")}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

function useRemoval() {
  const { t } = useTranslation("flows");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (flows: Trashed[]) => {
      for (const { id: flow_id } of flows)
        await api("DELETE /pages/:page_id/trash/:flow_id", { params: { page_id, flow_id } });
    },
    onSuccess: (_done, flows) => {
      const [first] = flows;
      const isOne = flows.length === 1 && first;
      showToast({ message: isOne ? t("done.deleted", { name: first.name }) : t("done.emptied") });
    },
    onSettled: () => client.invalidateQueries({ queryKey: trashQuery(page_id).queryKey }),
  });
}
