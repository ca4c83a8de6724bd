import { Refusal } from "@banter/sdk/manage.ts";
import { Group, NumberInput, SegmentedControl, Select, Skeleton, Stack, Switch } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../api.ts";
import { useBuilder, useScene } from "../../../builder/context.ts";
import { FlowSelect } from "../../../frame/flow-select.tsx";
import { useLeaveGuard } from "../../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../../frame/use-page.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { ButtonLink } from "../../../ui/links.tsx";
import { ScreenFrame, Section } from "../../../ui/screen.tsx";
import { showToast } from "../../../ui/toast.tsx";
import "../add-words.ts";
import { noCondition, wholeTurn } from "../../../frame/conditions/condition.ts";
import { ConditionEditor } from "../../../frame/conditions/editor.tsx";
import { DraftForms, StepSettings, showErrors, useStepsDraft } from "../../draft-forms.tsx";
import { type Rule, ruleQuery, rulesQuery } from "../../queries.ts";
import { NameAndSwitch, SaveBar } from "../editor-parts.tsx";
import { RuleLog } from "./log.tsx";
import { LoopWarning } from "./loop-warning.tsx";
import { draftOf, editedSteps, formOf, newRule, type RuleDraft } from "./rule-form.ts";
import { WhenForm } from "./when-form.tsx";

/** A rule: when, if, do, how often, and what it has done. */
export function Screen() {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  const { ruleId = "" } = useParams({ strict: false });
  const isNew = ruleId === "new";
  const { data, error, refetch } = useQuery({ ...ruleQuery(pageId, Number(ruleId)), enabled: !isNew });
  if (isNew) return <Editor key="new" />;
  if (data) return <Editor key={data.id} rule={data} />;
  return (
    <ScreenFrame title={t("rules.one")}>
      {!error && <Skeleton h={320} />}
      {error instanceof Refusal && error.status === 404 ? (
        <EmptyState icon={IconRoute} title={t("rules.gone")} help={t("rules.goneHelp")} action={<ToList />} />
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
    <ButtonLink variant="default" to="/pages/$pageId/audience" params={{ pageId }} search={{ tab: "rules" }}>
      {t("rules.toList")}
    </ButtonLink>
  );
}

function Editor({ rule }: { rule?: Rule }) {
  const { t } = useTranslation("automation");
  const [first] = useState(() => (rule ? draftOf(rule) : newRule(t("rules.newName"))));
  const builder = useStepsDraft(editedSteps(rule), { isNew: rule === undefined });
  return (
    <DraftForms builder={builder}>
      <EditorForm first={first} rule={rule} />
    </DraftForms>
  );
}

type FormProps = { first: RuleDraft; rule: Rule | undefined };

function EditorForm({ first, rule }: FormProps) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  const [draft, setDraft] = useState(first);
  const steps = useBuilder(({ history }) => history.present.steps);
  const whole = formOf(draft, steps);
  const [saved, setSaved] = useState(() => JSON.stringify(rule ? whole : null));
  const isDirty = JSON.stringify(whole) !== saved;
  const { save, check } = useSaving(rule, () => setSaved(JSON.stringify(whole)));
  useLeaveGuard(isDirty && mayBuild && !save.isPending);
  return (
    <ScreenFrame title={draft.name || t("rules.one")} help={t("rules.editorHelp")} isForm actions={<ToList />}>
      <Stack gap="xl">
        {rule && <LoopWarning rule={rule} />}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (check(draft)) save.mutate(whole);
          }}
        >
          <Stack gap="lg">
            <NameAndSwitch draft={draft} onChange={setDraft} />
            <Section title={t("rules.when.title")}>
              <WhenForm when={draft.when} onChange={(when) => setDraft({ ...draft, when })} />
            </Section>
            <Section title={t("rules.if.title")}>
              <Switch
                label={t("rules.if.label")}
                checked={draft.condition !== null}
                disabled={!mayBuild}
                onChange={({ currentTarget: { checked } }) =>
                  setDraft({ ...draft, condition: checked ? noCondition : null })
                }
              />
              {draft.condition && (
                <ConditionEditor
                  kind="turn"
                  condition={draft.condition}
                  isReadOnly={!mayBuild}
                  onChange={(condition) => setDraft({ ...draft, condition })}
                />
              )}
            </Section>
            <Doing draft={draft} onChange={setDraft} />
            <Often draft={draft} onChange={setDraft} />
            <SaveBar isDirty={isDirty} isSaving={save.isPending} error={save.error} />
          </Stack>
        </form>
        {rule && <RuleLog ruleId={rule.id} />}
      </Stack>
    </ScreenFrame>
  );
}

/** A rule starts a flow by itself. */
const notInRules = ["start_sequence"];

type Parts = { draft: RuleDraft; onChange: (draft: RuleDraft) => void };

function Doing({ draft, onChange }: Parts) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  const { flowId, ...others } = draft;
  return (
    <Section title={t("rules.do.title")}>
      <SegmentedControl
        aria-label={t("rules.do.title")}
        disabled={!mayBuild}
        data={["actions", "flow"].map((value) => ({ value, label: t(`rules.do.${value}`) }))}
        value={flowId === undefined ? "actions" : "flow"}
        onChange={(value) => onChange({ ...others, flowId: value === "flow" ? null : undefined })}
        w="fit-content"
      />
      {flowId === undefined ? (
        <StepSettings id="do" without={notInRules} />
      ) : (
        <FlowSelect
          label={t("rules.do.chooseFlow")}
          value={flowId}
          onChange={(next) => onChange({ ...others, flowId: next })}
          readOnly={!mayBuild}
        />
      )}
    </Section>
  );
}

function Often({ draft, onChange }: Parts) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  const { often } = draft;
  const choose = (type: string | null) => {
    if (type === "once_per") onChange({ ...draft, often: { type, days: 7 } });
    else if (type === "once" || type === "every_time") onChange({ ...draft, often: { type } });
  };
  return (
    <Section title={t("rules.often.title")}>
      <Group gap="sm" align="flex-end">
        <Select
          label={t("rules.often.label")}
          allowDeselect={false}
          readOnly={!mayBuild}
          data={["once", "once_per", "every_time"].map((value) => ({ value, label: t(`rules.often.${value}`) }))}
          value={often.type}
          onChange={choose}
        />
        {often.type === "once_per" && (
          <NumberInput
            label={t("rules.often.days")}
            min={1}
            max={3650}
            allowDecimal={false}
            value={often.days}
            readOnly={!mayBuild}
            w={110}
            onChange={(days) => typeof days === "number" && onChange({ ...draft, often: { ...often, days } })}
          />
        )}
      </Group>
    </Section>
  );
}

function useSaving(rule: Rule | undefined, onSaved: () => void) {
  const { t } = useTranslation("automation");
  const { id: page_id } = usePage();
  const { builder } = useScene();
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: (form: ReturnType<typeof formOf>) =>
      rule
        ? api("PATCH /pages/:page_id/rules/:rule_id", { params: { page_id, rule_id: rule.id }, body: form })
        : api("POST /pages/:page_id/rules", { params: { page_id }, body: form }),
    onSuccess: async (stored) => {
      onSaved();
      showToast({ message: t("saved", { name: stored.name }) });
      client.setQueryData(ruleQuery(page_id, stored.id).queryKey, stored);
      // Other rules may set each other off now.
      await client.invalidateQueries({ queryKey: rulesQuery(page_id).queryKey });
      if (!rule)
        await navigate({
          to: "/pages/$pageId/audience/rules/$ruleId",
          params: { pageId: page_id, ruleId: String(stored.id) },
          replace: true,
        });
    },
  });
  /** Only the parts that the rule uses are checked. */
  const check = ({ condition, flowId }: RuleDraft) => {
    const isWhole = condition === null || wholeTurn(condition) !== undefined;
    if (isWhole && !(flowId === undefined && showErrors(builder))) return true;
    showToast({ kind: "failure", message: t("fillIn") });
    return false;
  };
  return { save, check };
}
