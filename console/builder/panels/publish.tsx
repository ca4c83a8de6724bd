import type { Problem } from "@banter/core/flow/problem.ts";
import { Alert, Button, Group, Modal, ScrollArea, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usesQuery } from "../../frame/uses/queries.ts";
import { evaluationsQuery, pageQuery, treeQuery } from "../../queries.ts";
import { Failure } from "../../ui/failure.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useBuilder, useScene } from "../context.ts";
import { compare, isSame } from "../edit/compare.ts";
import { readDraft } from "../edit/draft.ts";
import { problemWords } from "../faults/problem-words.ts";
import { flowQuery } from "../queries.ts";
import { stepName } from "../steps/step-title.ts";
import { Differences } from "./differences.tsx";
import { useOpenStep } from "./steps-list.tsx";

/** Shows the changes before they are published. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("builder");
  const { page, flowId } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const problems = useBuilder((state) => state.problems);
  const { data: flow } = useQuery(flowQuery(page.id, flowId));
  const published = flow?.published ? readDraft(flow.published) : undefined;
  const comparison = compare(published ?? {}, draft);
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.filter(({ severity }) => severity !== "error");
  const open = useOpenStep();
  const openFault = (step: string) => {
    onClose();
    open(step);
  };

  const evaluations = useOpenEvaluations();
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
        <Found problems={errors} title={t("publish.errors", { count: errors.length })} color="red" onOpen={openFault} />
        <Found
          problems={warnings}
          title={t("publish.warnings", { count: warnings.length })}
          color="yellow"
          onOpen={openFault}
        />
        <Evaluations evaluations={evaluations} />
        <Text size="sm" c="dimmed">
          {t(published ? "publish.since" : "publish.first")}
        </Text>
        {published && <Differences comparison={comparison} before={published} after={draft} />}
        {isSilent && errors.length === 0 && <Silent other={other} />}
        {flow?.is_on === false && <Text size="sm">{t("triggers:publish.off")}</Text>}
        {publish.error && <Failure error={publish.error} />}
        <Group justify="flex-end" className="publish-buttons">
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

type OpenEvaluations = ReturnType<typeof useOpenEvaluations>;

/** Evaluations that the draft must pass first, as the server knows it: what was edited last may not be saved yet. */
function useOpenEvaluations() {
  const { page, flowId } = useScene();
  const { data } = useQuery({ ...evaluationsQuery(page.id), refetchOnMount: "always" });
  return (data ?? []).filter(
    ({ flow_id, blocks, draft }) => blocks && flow_id === flowId && (draft === "failed" || draft === "old"),
  );
}

/** The server refuses a draft that has not passed them. */
function Evaluations({ evaluations }: { evaluations: OpenEvaluations }) {
  const { t } = useTranslation("builder");
  const { page } = useScene();
  if (evaluations.length === 0) return null;
  return (
    <Alert color="red" variant="light" title={t("publish.evaluations")}>
      <ul className="plain-list">
        {evaluations.map(({ id, name, draft }) => (
          <li key={id}>{t(draft === "failed" ? "publish.evaluationFailed" : "publish.evaluationOld", { name })}</li>
        ))}
      </ul>
      <ButtonLink
        mt="xs"
        size="compact-sm"
        variant="default"
        to="/pages/$pageId/ai"
        params={{ pageId: page.id }}
        search={{ tab: "evaluations" }}
      >
        {t("publish.openEvaluations")}
      </ButtonLink>
    </Alert>
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

type FoundProps = { problems: readonly Problem[]; title: string; color: string; onOpen: (step: string) => void };

/** Problems by the names of their steps. A press opens the step. */
function Found({ problems, title, color, onOpen }: FoundProps) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  if (problems.length === 0) return null;
  return (
    <Alert color={color} variant="light" title={title} styles={{ label: { color: "var(--mantine-color-text)" } }}>
      <ul className="plain-list">
        {problems.map((problem) => {
          const { step: id = "" } = problem;
          const step = draft.steps[id];
          const words = problemWords(problem, draft, t);
          return (
            <li key={problem.path + problem.code + problem.message}>
              {step ? (
                <UnstyledButton className="fault-link" onClick={() => onOpen(id)}>
                  <b>{stepName(step, names, t)}</b> {words}
                </UnstyledButton>
              ) : (
                <Text size="sm">{words}</Text>
              )}
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
