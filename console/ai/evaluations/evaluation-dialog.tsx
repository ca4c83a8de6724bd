import type { EvaluationChange } from "@banter/core/flow/ai/evaluation.ts";
import { Modal, Select, Skeleton, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { FlowSelect } from "../../frame/flow-select.tsx";
import { usePage } from "../../frame/use-page.ts";
import { evaluationsKey } from "../../queries.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { Failure } from "../../ui/failure.tsx";
import { type Evaluation, evaluationQuery } from "./queries.ts";
import { blankQuestion, QuestionsEditor } from "./questions-editor.tsx";
import { useAiSteps } from "./step-choices.ts";

type Props = { id: number | null; onClose: () => void };

/** Makes an evaluation, or changes one. */
export function EvaluationDialog({ id, onClose }: Props) {
  const { t } = useTranslation("evaluations");
  const { id: pageId } = usePage();
  const { data, error } = useQuery({ ...evaluationQuery(pageId, id ?? 0), enabled: id !== null });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t(id === null ? "dialog.add" : "dialog.change")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {error && <Failure error={error} />}
      {id !== null && !data && !error && <Skeleton h={240} />}
      {(id === null || data) && <Form evaluation={data} onClose={onClose} />}
    </Modal>
  );
}

type Form = EvaluationChange;

const blank: Form = { name: "", flow_id: null, step: "", blocks: false, questions: [blankQuestion] };

function formOf({ name, flow_id, step, blocks, questions }: Evaluation): Form {
  return {
    ...{ name, flow_id, step, blocks },
    questions: questions.map(({ id, said, expects }) => ({ id, said, expects })),
  };
}

function Form({ evaluation, onClose }: { evaluation: Evaluation | undefined; onClose: () => void }) {
  const { t } = useTranslation("evaluations");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [form, setForm] = useState(() => (evaluation ? formOf(evaluation) : blank));
  const steps = useAiSteps(form.flow_id);
  // Most flows have one AI step.
  const step = form.step || steps[0]?.value || "";
  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => {
      const body = { ...form, step, name: form.name.trim() };
      return evaluation
        ? api("PUT /pages/:page_id/evaluations/:evaluation_id", {
            params: { page_id, evaluation_id: evaluation.id },
            body,
          })
        : api("POST /pages/:page_id/evaluations", { params: { page_id }, body });
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: evaluationsKey(page_id) }),
  });
  const isWhole = form.name.trim() !== "" && step !== "" && form.questions.every(isAsked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) save.mutate();
  };
  const fromConversation = new Set(evaluation?.questions.filter(({ psid }) => psid !== null).map(({ id }) => id));
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t("name")}
          required
          maxLength={200}
          data-autofocus
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
        <FlowSelect
          label={t("flow")}
          value={form.flow_id}
          onChange={(flow_id) => setForm({ ...form, flow_id, step: "" })}
        />
        {form.flow_id !== null && steps.length === 0 && (
          <Text size="sm" c="red">
            {t("stepNone")}
          </Text>
        )}
        {steps.length > 0 && (
          <Select
            label={t("step")}
            allowDeselect={false}
            data={steps}
            value={step}
            onChange={(chosen) => setForm({ ...form, step: chosen ?? "" })}
          />
        )}
        <Switch
          label={t("blocksLabel")}
          checked={form.blocks}
          onChange={(event) => setForm({ ...form, blocks: event.currentTarget.checked })}
        />
        <QuestionsEditor
          {...{ flowId: form.flow_id, step, fromConversation }}
          questions={form.questions}
          onChange={(questions) => setForm({ ...form, questions })}
        />
        {save.error && <Failure error={save.error} />}
        <DialogButtons
          staysInView
          onCancel={onClose}
          submit={t("save")}
          isPending={save.isPending}
          isDisabled={!isWhole}
        />
      </Stack>
    </form>
  );
}

/** The server refuses empty texts. */
const isAsked = ({ said, expects }: Form["questions"][number]) =>
  said.every(({ text }) => text.trim() !== "") &&
  expects.every((expectation) => {
    if ("text" in expectation) return expectation.text.trim() !== "";
    if (expectation.expect === "cites") return expectation.source_id !== null;
    return (expectation.expect === "calls" ? expectation.tool : expectation.exit) !== "";
  });
