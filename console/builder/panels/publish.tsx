import type { Problem } from "@banter/core/flow/problem.ts";
import { Alert, Button, Group, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usesQuery } from "../../frame/uses/queries.ts";
import { pageQuery, treeQuery } from "../../queries.ts";
import { Failure } from "../../ui/failure.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useBuilder, useScene } from "../context.ts";
import { compare, isSame } from "../edit/compare.ts";
import { readDraft } from "../edit/draft.ts";
import { problemWords } from "../faults/problem-words.ts";
import { flowQuery } from "../queries.ts";
import { stepTitle } from "../steps/step-title.ts";
import { Differences } from "./differences.tsx";

/** Shows the changes before they are published. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("builder");
  const { builder, page, flowId } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const problems = useBuilder((state) => state.problems);
  const { data: flow } = useQuery(flowQuery(page.id, flowId));
  const published = flow?.published ? readDraft(flow.published) : undefined;
  const comparison = compare(published ?? {}, draft);
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.length - errors.length;

  const publish = usePublish(onClose);
  const { isSilent, other } = useStarts();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t("publish.title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Stack gap="md">
        {errors.length > 0 ? (
          <Errors errors={errors} />
        ) : (
          warnings > 0 && <Text size="sm">{t("publish.warnings", { count: warnings })}</Text>
        )}
        <Text size="sm" c="dimmed">
          {t(published ? "publish.since" : "publish.first")}
        </Text>
        {published && <Differences comparison={comparison} before={published} after={draft} />}
        {isSilent && errors.length === 0 && <Silent other={other} />}
        {flow?.is_on === false && <Text size="sm">{t("triggers:publish.off")}</Text>}
        {publish.error && <Failure error={publish.error} />}
        <Group justify="flex-end" className="publish-buttons">
          {errors.length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                builder.set({ panel: "problems" });
                onClose();
              }}
            >
              {t("publish.showProblems")}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t("ui:cancel")}
          </Button>
          {isSilent && errors.length === 0 && (
            <Button
              variant="light"
              h="auto"
              mih={36}
              py={6}
              styles={{ label: { whiteSpace: "normal", lineHeight: 1.4 } }}
              loading={publish.isPending}
              onClick={() => publish.mutate({ isWelcome: true })}
            >
              {t("triggers:publish.welcome")}
            </Button>
          )}
          <Button
            data-autofocus
            loading={publish.isPending}
            disabled={errors.length > 0 || (published !== undefined && isSame(comparison))}
            onClick={() => publish.mutate({ isWelcome: false })}
          >
            {t("publish.action")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Tells that the published flow would stay silent. `other` is the flow that greets newcomers now. */
function Silent({ other }: { other: string | undefined }) {
  const { t } = useTranslation("triggers");
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t("publish.nothing")}
      styles={{ label: { color: "var(--mantine-color-text)" } }}
    >
      {t("publish.nothingHelp")} {other !== undefined && t("publish.other", { flow: other })}
    </Alert>
  );
}

/** True if nothing starts the flow; with the flow that greets newcomers in its place. */
function useStarts(): { isSilent: boolean; other: string | undefined } {
  const { page, flowId, names } = useScene();
  const { data: uses } = useQuery(usesQuery(page.id, flowId));
  const isSilent = uses !== undefined && !uses.some(({ is_active }) => is_active);
  return { isSilent, other: page.welcome_flow_id === null ? undefined : names.flow.get(page.welcome_flow_id) };
}

function Errors({ errors }: { errors: readonly Problem[] }) {
  const { t } = useTranslation("builder");
  const draft = useBuilder(({ history }) => history.present);
  return (
    <Alert color="red" variant="light" title={t("publish.errors", { count: errors.length })}>
      <ul className="plain-list">
        {errors.slice(0, 20).map((problem) => {
          const step = draft.steps[problem.step ?? ""];
          return (
            <li key={problem.path + problem.message}>
              <Text size="sm">
                {step && <b>{stepTitle(step, t)}: </b>}
                {problemWords(problem, draft, t)}
              </Text>
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

function usePublish(onPublished: () => void) {
  const { t } = useTranslation("builder");
  const { builder, page, flowId } = useScene();
  const queries = useQueryClient();
  return useMutation({
    meta: { showsFailure: true },
    mutationFn: async ({ isWelcome }: { isWelcome: boolean }) => {
      await builder.saver.flush();
      const params = { page_id: page.id, flow_id: flowId };
      const body = { revision: builder.saver.revision };
      const published = await api("POST /pages/:page_id/flows/:flow_id/publish", { params, body });
      if (isWelcome) await api("PATCH /pages/:page_id", { params, body: { welcome_flow_id: flowId } });
      return published;
    },
    onSuccess: async ({ version }) => {
      showToast({ message: t("publish.done", { version }) });
      const uses = await queries.fetchQuery({ ...usesQuery(page.id, flowId), staleTime: 0 }).catch(() => undefined);
      // The next thing to do is to choose what starts it.
      if (uses?.every(({ is_active }) => !is_active)) builder.set({ panel: "triggers" });
      onPublished();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: flowQuery(page.id, flowId).queryKey }),
        queries.invalidateQueries({ queryKey: treeQuery(page.id).queryKey }),
        queries.invalidateQueries(pageQuery(page.id)),
      ]),
  });
}
