import { Alert, Button, Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { Failure } from "../../ui/failure.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useBuilder, useScene } from "../context.ts";
import { compare } from "../edit/compare.ts";
import { readDraft } from "../edit/draft.ts";
import { flowQuery, versionQuery, versionsQuery } from "../queries.ts";
import { Differences } from "./differences.tsx";

/** The published versions. Selecting one compares it with the draft on the canvas. */
export function Versions() {
  const { t, i18n } = useTranslation("builder");
  const { builder, page, flowId } = useScene();
  const queries = useQueryClient();
  const shown = useBuilder((state) => state.shown);
  const { data, error, refetch } = useQuery(versionsQuery(page.id, flowId));
  const show = useMutation({
    mutationFn: (version: number) => queries.fetchQuery(versionQuery(page.id, flowId, version)),
    onSuccess: ({ version, document }) => {
      const then = readDraft(document);
      builder.set({
        shown: { version, document: then, comparison: compare(then, builder.get().history.present) },
        selection: [],
      });
    },
  });
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t("versions.title")}
      </Title>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("versions.none")}
        </Text>
      )}
      <ul className="steps-list">
        {data?.map(({ version, published_at, published_by }) => (
          <li key={version}>
            <UnstyledButton
              className="list-item"
              aria-pressed={shown?.version === version}
              onClick={() => show.mutate(version)}
            >
              <span className="list-words">
                <span>{t("versions.version", { version })}</span>
                <Text span size="xs" c="dimmed" display="block">
                  {format.format(new Date(published_at))}
                  {published_by && ` · ${published_by}`}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown && <Shown />}
    </Stack>
  );
}

function Shown() {
  const { t } = useTranslation("builder");
  const { builder, page, flowId } = useScene();
  const queries = useQueryClient();
  const shown = useBuilder((state) => state.shown);
  const draft = useBuilder(({ history }) => history.present);
  const restore = useMutation({
    mutationFn: async (version: number) => {
      await builder.saver.flush();
      const params = { page_id: page.id, flow_id: flowId, version };
      return api("POST /pages/:page_id/flows/:flow_id/versions/:version/restore", {
        params,
        body: { revision: builder.saver.revision },
      });
    },
    onSuccess: ({ revision }) => {
      if (!shown) return;
      builder.adopt({ draft: shown.document, revision });
      void queries.invalidateQueries({ queryKey: flowQuery(page.id, flowId).queryKey, exact: true });
      showToast({ message: t("versions.restored", { version: shown.version }), undo: builder.undo });
    },
  });
  if (!shown) return null;
  return (
    <Stack gap="sm">
      <Alert variant="light" p="xs">
        <Text size="sm">{t("versions.comparing", { version: shown.version })}</Text>
      </Alert>
      <Group gap="xs">
        {builder.canEdit && (
          <Button size="xs" loading={restore.isPending} onClick={() => restore.mutate(shown.version)}>
            {t("versions.restore")}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => builder.set({ shown: null })}>
          {t("versions.back")}
        </Button>
      </Group>
      <Differences comparison={shown.comparison} before={shown.document} after={draft} />
    </Stack>
  );
}
