import { isRemark, isStepType, stepTypes } from "@banter/core/flow/steps/index.ts";
import "./inspector.css";
import { isObject } from "@banter/core/model/json.ts";
import { Alert, Divider, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import type { DraftStep, Path } from "../edit/draft.ts";
import { StepInput } from "../inputs/step.tsx";
import { problemWords } from "../problem-words.ts";
import { nextExits } from "../steps/exits.ts";
import { describe } from "../steps/schema-form.ts";
import { changeSetting } from "../steps/shown-settings.ts";
import { StepBadge } from "../steps/step-badge.tsx";
import { type Inspected, InspectedContext, useInspected } from "./context.ts";
import { ObjectField } from "./field.tsx";
import { Several, StepActions } from "./step-actions.tsx";
import { StepPreview } from "./step-preview.tsx";

/** The settings of the selected step. */
export function Inspector() {
  const { t } = useTranslation("builder");
  const selection = useBuilder((state) => state.selection);
  const draft = useBuilder(({ history }) => history.present);
  const [id] = selection;
  if (selection.length > 1) return <Several count={selection.length} />;
  if (id === undefined || !draft.steps[id]) {
    return (
      <Text c="dimmed" size="sm">
        {t("inspector.nothing")}
      </Text>
    );
  }
  return <OneStep key={id} id={id} />;
}

function OneStep({ id }: { id: string }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const isReadOnly = useBuilder(({ shown }) => shown !== null) || !builder.canEdit;
  const step = draft.steps[id];
  const [view, setView] = useState("settings");
  const inspected = useInspectedStep(id, isReadOnly);
  if (!step || !isStepType(step.type)) return null;
  const form = describe(stepTypes[step.type].settings);
  const isPreview = view === "preview" && isObject(step.content);
  return (
    <InspectedContext value={inspected}>
      <Stack gap="md">
        <Group gap="xs" wrap="nowrap">
          <StepBadge type={step.type} />
          <div>
            <Title order={2} size="h4">
              {t(`steps.${step.type}.title`)}
            </Title>
            <Text size="xs" c="dimmed">
              {t(`steps.${step.type}.help`)}
            </Text>
          </div>
        </Group>
        {isObject(step.content) && (
          <SegmentedControl
            aria-label={t("inspector.view")}
            data={["settings", "preview"].map((value) => ({ value, label: t(`inspector.${value}`) }))}
            value={view}
            onChange={setView}
          />
        )}
        {isPreview ? (
          <StepPreview step={step} />
        ) : (
          <>
            <Problems id={id} />
            {form.kind === "object" && <ObjectField form={form} path={[]} value={step} />}
            <Exits step={step} />
          </>
        )}
        {!isReadOnly && <StepActions id={id} isStart={draft.start === id} isNote={isRemark(step)} />}
      </Stack>
    </InspectedContext>
  );
}

/** Setting a value that others depend on also removes those that no longer apply. */
function useInspectedStep(id: string, isReadOnly: boolean): Inspected {
  const { builder } = useScene();
  return useMemo(() => {
    const set = (path: Path, value: unknown) => {
      const current = builder.get().history.present.steps[id];
      const change = current ? changeSetting(current, path, value) : { path, value };
      builder.setSetting(id, change.path, change.value);
    };
    return { stepId: id, isReadOnly, set };
  }, [builder, id, isReadOnly]);
}

function Exits({ step }: { step: DraftStep }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const exits = nextExits(step);
  if (exits.length === 0) return null;
  return (
    <>
      <Divider label={t("inspector.exits")} labelPosition="left" />
      {exits.map(({ handle, path, name, target }) => (
        <StepInput
          key={handle}
          label={t("inspector.connect", { exit: t(`exits.${name}`, { defaultValue: name }) })}
          value={target}
          isReadOnly={isReadOnly}
          onChange={(next) => set(path, next)}
        />
      ))}
    </>
  );
}

function Problems({ id }: { id: string }) {
  const { t } = useTranslation("builder");
  const draft = useBuilder(({ history }) => history.present);
  const all = useBuilder((state) => state.problems);
  // A text with a gap says so itself.
  const problems = all.filter(({ step, code }) => step === id && code !== "fallback_missing");
  if (problems.length === 0) return null;
  const isError = problems.some(({ severity }) => severity === "error");
  return (
    <Alert color={isError ? "red" : "yellow"} variant="light" p="xs">
      {problems.slice(0, 6).map((problem) => (
        <Text key={problem.path + problem.code + problem.message} size="sm">
          {problemWords(problem, draft, t)}
        </Text>
      ))}
    </Alert>
  );
}
