import type { Problem } from "@banter/core/flow/problem.ts";
import { Alert, Button, Group, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { treeQuery } from "../../queries.ts";
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
        {publish.error && <Failure error={publish.error} />}
        <Group justify="flex-end">
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
          <Button
            data-autofocus
            loading={publish.isPending}
            disabled={errors.length > 0 || (published !== undefined && isSame(comparison))}
            onClick={() => publish.mutate()}
          >
            {t("publish.action")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
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
    mutationFn: async () => {
      await builder.saver.flush();
      const params = { page_id: page.id, flow_id: flowId };
      return api("POST /pages/:page_id/flows/:flow_id/publish", { params, body: { revision: builder.saver.revision } });
    },
    onSuccess: ({ version }) => {
      void queries.invalidateQueries({ queryKey: flowQuery(page.id, flowId).queryKey });
      void queries.invalidateQueries({ queryKey: treeQuery(page.id).queryKey });
      showToast({ message: t("publish.done", { version }) });
      onPublished();
    },
  });
}
