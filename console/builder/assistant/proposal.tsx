import { freeName } from "@banter/core/model/names.ts";
import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useReactFlow } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { treeQuery } from "../../queries.ts";
import { showToast } from "../../ui/toast.tsx";
import { layOut } from "../canvas/layout.ts";
import { useBuilder, useScene } from "../context.ts";
import { compare } from "../edit/compare.ts";
import type { Draft } from "../edit/draft.ts";
import { moveSteps } from "../edit/edit.ts";
import { Differences } from "../panels/differences.tsx";
import { flowQuery } from "../queries.ts";
import { languageName } from "./languages.ts";

type UnknownName = { kind: string; name: string };

/** A model's draft. `kept`: how many texts of a translation into `language` stay as they were. */
export type Proposed = { draft: Draft; unknown?: UnknownName[]; kept?: number; language?: string };

type Props = { proposed: Proposed; onTaken: () => void; onDiscard: () => void };

/** The difference that the proposal makes, and what becomes of it. */
export function Proposal({ proposed: { draft, unknown = [], kept = 0, language }, onTaken, onDiscard }: Props) {
  const { t } = useTranslation("assistant");
  const { builder } = useScene();
  const { fitView } = useReactFlow();
  const present = useBuilder(({ history }) => history.present);
  const take = async () => {
    const hasPlaces = Object.keys(draft.layout ?? {}).length > 0;
    builder.apply(hasPlaces ? draft : moveSteps(draft, await layOut(draft, () => undefined)));
    onTaken();
    // After the steps have been drawn.
    setTimeout(() => void fitView({ maxZoom: 1, padding: 0.15, duration: 300 }), 60);
    showToast({ message: t("taken"), undo: builder.undo });
  };
  return (
    <Stack gap="sm" component="section" aria-label={t("proposal")}>
      <Title order={3} size="h5">
        {t("proposal")}
      </Title>
      {unknown.length > 0 && <Note words={t("unknown", { names: namesOf(unknown, t) })} />}
      {kept > 0 && <Note words={t("kept", { count: kept })} />}
      <Differences comparison={compare(present, draft)} before={present} after={draft} />
      <Text size="xs" c="dimmed">
        {t("careful")}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => void take()}>
          {t("take")}
        </Button>
        {language !== undefined && <SaveAsNew draft={draft} language={language} />}
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t("discard")}
        </Button>
      </Group>
    </Stack>
  );
}

const namesOf = (unknown: UnknownName[], t: ReturnType<typeof useTranslation<"assistant">>["t"]) =>
  [...new Set(unknown.map(({ kind, name }) => t(`kinds.${kind}`, { name })))].join(", ");

function Note({ words }: { words: string }) {
  return (
    <Alert color="orange" variant="light" p="xs">
      <Text size="sm">{words}</Text>
    </Alert>
  );
}

/** The translation beside the flow, under its name with the language. */
function SaveAsNew({ draft, language }: { draft: Draft; language: string }) {
  const { t, i18n } = useTranslation("assistant");
  const { page, flowId } = useScene();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: flow } = useQuery(flowQuery(page.id, flowId));
  const { data: tree } = useQuery(treeQuery(page.id));
  const save = useMutation({
    mutationFn: () => {
      const folder_id = flow?.folder_id ?? null;
      const taken = tree?.flows.filter((each) => each.folder_id === folder_id).map(({ name }) => name) ?? [];
      const name = freeName(`${flow?.name} (${languageName(language, i18n.language)})`.slice(0, 200), taken);
      return api("POST /pages/:page_id/flows", { params: { page_id: page.id }, body: { name, folder_id, draft } });
    },
    onSuccess: ({ id, name }) => {
      void client.invalidateQueries({ queryKey: treeQuery(page.id).queryKey });
      showToast({ message: t("saved", { name }) });
      return navigate({ to: "/pages/$pageId/flows/$flowId", params: { pageId: page.id, flowId: String(id) } });
    },
  });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={!flow || !tree}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("asNew")}
    </Button>
  );
}
