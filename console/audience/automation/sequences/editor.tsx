import { Refusal } from "@banter/sdk/manage.ts";
import { Button, MultiSelect, Paper, SimpleGrid, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { IconPlus, IconTimeline, IconUserPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../api.ts";
import { useBuilder, useScene } from "../../../builder/context.ts";
import { useLeaveGuard } from "../../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../../frame/use-page.ts";
import { tagsQuery } from "../../../queries.ts";
import { Chips } from "../../../ui/chips.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { ButtonLink } from "../../../ui/links.tsx";
import { ScreenFrame, Section } from "../../../ui/screen.tsx";
import { SortableList } from "../../../ui/sorting/sortable-list.tsx";
import { showToast } from "../../../ui/toast.tsx";
import "../add-words.ts";
import { DraftForms, showErrors, useStepsDraft } from "../../draft-forms.tsx";
import { useSentSteps } from "../../message-or-flow.tsx";
import { type Sequence, type SequenceReport, sequenceQuery, sequenceReportQuery } from "../../queries.ts";
import { blankMessage } from "../../sent.ts";
import { NameAndSwitch, SaveBar } from "../editor-parts.tsx";
import { EnterDialog } from "./enter-dialog.tsx";
import { InsideDialog, type PeopleInside } from "./inside-dialog.tsx";
import { draftOf, editedSteps, formOf, newSequence, newTiming, type SequenceDraft } from "./sequence-form.ts";
import { StepCard } from "./step-card.tsx";

/** A sequence: its steps with their numbers, and who leaves it early. */
export function Screen() {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  const { sequenceId = "" } = useParams({ strict: false });
  const isNew = sequenceId === "new";
  const { data, error, refetch } = useQuery({ ...sequenceQuery(pageId, Number(sequenceId)), enabled: !isNew });
  const { data: report } = useQuery({ ...sequenceReportQuery(pageId, Number(sequenceId)), enabled: !isNew });
  if (isNew) return <Editor key="new" />;
  if (data) return <Editor key={data.id} sequence={data} report={report} />;
  return (
    <ScreenFrame title={t("sequences.one")}>
      {!error && <Skeleton h={320} />}
      {error instanceof Refusal && error.status === 404 ? (
        <EmptyState
          icon={IconTimeline}
          title={t("sequences.gone")}
          help={t("sequences.goneHelp")}
          action={<ToList />}
        />
      ) : (
        error && <Failure error={error} retry={() => void refetch()} />
      )}
    </ScreenFrame>
  );
}

function ToList() {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  return (
    <ButtonLink variant="default" to="/pages/$pageId/audience" params={{ pageId }} search={{ tab: "sequences" }}>
      {t("sequences.toList")}
    </ButtonLink>
  );
}

type Props = { sequence?: Sequence; report?: SequenceReport | undefined };

function Editor({ sequence, report }: Props) {
  const { t } = useTranslation("automation");
  const [first] = useState(() => (sequence ? draftOf(sequence) : newSequence(t("sequences.newName"))));
  const builder = useStepsDraft(
    sequence ? editedSteps(sequence.steps) : Object.fromEntries(first.timings.map(({ id }) => [id, blankMessage()])),
    { isNew: sequence === undefined },
  );
  return (
    <DraftForms builder={builder}>
      <EditorForm first={first} sequence={sequence} report={report} />
    </DraftForms>
  );
}

function EditorForm({ first, sequence, report }: Props & { first: SequenceDraft }) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  const [draft, setDraft] = useState(first);
  const [dialog, setDialog] = useState<"enter" | "inside">();
  const steps = useBuilder(({ history }) => history.present.steps);
  const whole = formOf(draft, steps);
  const [saved, setSaved] = useState(() => JSON.stringify(sequence ? whole : null));
  const isDirty = JSON.stringify(whole) !== saved;
  const { save, check } = useSaving(sequence, () => setSaved(JSON.stringify(whole)));
  useLeaveGuard(isDirty && mayBuild && !save.isPending);
  const isEdited = sequence !== undefined && JSON.stringify(sequence.steps) !== JSON.stringify(whole.steps);
  const submit = () => {
    if (!check()) return;
    if (isEdited && (report?.inside ?? 0) > 0) setDialog("inside");
    else save.mutate({ form: whole, people: "move" });
  };
  return (
    <ScreenFrame
      title={draft.name || t("sequences.one")}
      help={t("sequences.editorHelp")}
      isForm
      actions={
        <>
          <ToList />
          {sequence && mayBuild && (
            <Button
              variant="default"
              leftSection={<IconUserPlus size={16} aria-hidden />}
              disabled={isDirty || !sequence.is_on}
              onClick={() => setDialog("enter")}
            >
              {t("sequences.enter.open")}
            </Button>
          )}
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="lg">
          {report && <Overall report={report} />}
          <NameAndSwitch draft={draft} onChange={setDraft} />
          <Steps draft={draft} onChange={setDraft} report={report} />
          <Leaving draft={draft} onChange={setDraft} />
          <SaveBar isDirty={isDirty} isSaving={save.isPending} error={save.error} />
        </Stack>
      </form>
      {dialog === "enter" && sequence && <EnterDialog sequence={sequence} onClose={() => setDialog(undefined)} />}
      {dialog === "inside" && (
        <InsideDialog
          inside={report?.inside ?? 0}
          onClose={() => setDialog(undefined)}
          onChoose={(people) => {
            setDialog(undefined);
            save.mutate({ form: whole, people });
          }}
        />
      )}
    </ScreenFrame>
  );
}

type Parts = { draft: SequenceDraft; onChange: (draft: SequenceDraft) => void };

function Steps({ draft, onChange, report }: Parts & { report: SequenceReport | undefined }) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  const sent = useSentSteps();
  const { timings } = draft;
  const add = () => {
    const timing = newTiming(timings);
    sent.put(timing.id);
    onChange({ ...draft, timings: [...timings, timing] });
  };
  return (
    <Section title={t("sequences.stepsTitle")}>
      <SortableList
        items={timings}
        keyOf={({ id }) => id}
        nameOf={({ id }) => t("sequences.step", { place: timings.findIndex((timing) => timing.id === id) + 1 })}
        onReorder={(next) => onChange({ ...draft, timings: next })}
        disabled={!mayBuild || timings.length < 2}
        render={(timing, handle, index) => (
          <StepCard
            key={timing.id}
            place={index + 1}
            timing={timing}
            handle={handle}
            numbers={report?.steps.find(({ id }) => id === timing.id)}
            onChange={(next) =>
              onChange({ ...draft, timings: timings.map((one) => (one.id === next.id ? next : one)) })
            }
            onRemove={
              timings.length < 2
                ? undefined
                : () => {
                    sent.drop(timing.id);
                    onChange({ ...draft, timings: timings.filter(({ id }) => id !== timing.id) });
                  }
            }
          />
        )}
      />
      {mayBuild && timings.length < 50 && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
          style={{ alignSelf: "flex-start" }}
        >
          {t("sequences.addStep")}
        </Button>
      )}
    </Section>
  );
}

function Leaving({ draft, onChange }: Parts) {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const { leave } = draft;
  return (
    <Section title={t("sequences.leave.title")} help={t("sequences.leave.help")}>
      <Switch
        label={t("sequences.leave.onReply")}
        checked={leave.on_reply}
        disabled={!mayBuild}
        onChange={({ currentTarget: { checked } }) => onChange({ ...draft, leave: { ...leave, on_reply: checked } })}
      />
      <MultiSelect
        label={t("sequences.leave.tags")}
        placeholder={leave.tag_ids.length === 0 ? t("sequences.leave.chooseTags") : ""}
        data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={leave.tag_ids.map(String)}
        onChange={(ids) => onChange({ ...draft, leave: { ...leave, tag_ids: ids.map(Number) } })}
        readOnly={!mayBuild}
        searchable
      />
      <Chips
        label={t("sequences.leave.goals")}
        description={t("rules.goalHelp")}
        maxTags={20}
        value={leave.goals}
        disabled={!mayBuild}
        onChange={(goals) => onChange({ ...draft, leave: { ...leave, goals } })}
      />
    </Section>
  );
}

function Overall({ report }: { report: SequenceReport }) {
  const { t, i18n } = useTranslation("automation");
  const left = Object.values(report.left).reduce((sum, count) => sum + count, 0);
  const numbers = { entered: report.entered, inside: report.inside, finished: report.finished, left };
  return (
    <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
      {Object.entries(numbers).map(([name, count]) => (
        <Paper key={name} withBorder px="md" py="xs">
          <Text size="xs" c="dimmed">
            {t(`sequences.overall.${name}`)}
          </Text>
          <Text fw={600} size="lg">
            {count.toLocaleString(i18n.language)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

type Save = { form: ReturnType<typeof formOf>; people: PeopleInside };

function useSaving(sequence: Sequence | undefined, onSaved: () => void) {
  const { t } = useTranslation("automation");
  const { id: page_id } = usePage();
  const { builder } = useScene();
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: ({ form, people }: Save) =>
      sequence
        ? api("PATCH /pages/:page_id/sequences/:sequence_id", {
            params: { page_id, sequence_id: sequence.id },
            body: { ...form, people_inside: people },
          })
        : api("POST /pages/:page_id/sequences", { params: { page_id }, body: form }),
    onSuccess: async (stored) => {
      onSaved();
      showToast({ message: t("saved", { name: stored.name }) });
      client.setQueryData(sequenceQuery(page_id, stored.id).queryKey, stored);
      await client.invalidateQueries({ queryKey: ["page", page_id, "sequences"], exact: true });
      await client.invalidateQueries({ queryKey: sequenceReportQuery(page_id, stored.id).queryKey });
      if (!sequence)
        await navigate({
          to: "/pages/$pageId/audience/sequences/$sequenceId",
          params: { pageId: page_id, sequenceId: String(stored.id) },
          replace: true,
        });
    },
  });
  const check = () => {
    if (!showErrors(builder)) return true;
    showToast({ kind: "failure", message: t("fillIn") });
    return false;
  };
  return { save, check };
}
