import { isRemark, isStepType } from "@banter/core/flow/steps/index.ts";
import "./inspector.css";
import { isObject } from "@banter/core/model/json.ts";
import { Divider, SegmentedControl, Stack, Text } from "@mantine/core";
import { type FocusEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import type { DraftStep, Path } from "../edit/draft.ts";
import { afterPress } from "../faults/after-press.ts";
import { faultWords } from "../faults/problem-words.ts";
import { stepPointer } from "../faults/shown-problems.ts";
import { StepForm } from "../forms/step-form.tsx";
import { StepInput } from "../inputs/step.tsx";
import { nextExits } from "../steps/exits.ts";
import { changeSetting } from "../steps/shown-settings.ts";
import { exitTitle } from "../steps/step-title.ts";
import { InspectedContext, type InspectedStep, useInspected } from "./context.ts";
import { Several, StepActions } from "./step-actions.tsx";
import { StepHead } from "./step-head.tsx";
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
  const form = useFirstFocus(id);
  if (!step || !isStepType(step.type)) return null;
  const isPreview = view === "preview" && isObject(step.content);
  const leave = ({ target }: FocusEvent) => {
    const place = target.closest<HTMLElement>("[data-field]")?.dataset.field;
    if (place !== undefined) afterPress(() => builder.leaveField(place));
  };
  return (
    <InspectedContext value={inspected}>
      <Stack gap="md">
        <StepHead step={step} />
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
          // biome-ignore lint/a11y/noStaticElementInteractions: notes which field was left
          <div ref={form} onBlur={leave}>
            <Stack gap="md">
              <StepForm step={step} />
              <Exits step={step} />
              <StepProblems id={id} />
            </Stack>
          </div>
        )}
        {!isReadOnly && <StepActions id={id} isStart={draft.start === id} isNote={isRemark(step)} />}
      </Stack>
    </InspectedContext>
  );
}

/** A step that is opened for the first time gets the focus in the field that one fills in first. */
function useFirstFocus(id: string): RefObject<HTMLDivElement | null> {
  const { builder } = useScene();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!builder.get().unfinished.young.includes(stepPointer(id))) return;
    const first = "textarea, input:not([type=radio], [type=checkbox], [type=hidden])";
    form.current?.querySelector<HTMLElement>(first)?.focus();
  }, [builder, id]);
  return form;
}

/** Setting a value that others depend on also removes those that no longer apply. */
function useInspectedStep(id: string, isReadOnly: boolean): InspectedStep {
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
  const { set } = useInspected();
  const exits = nextExits(step);
  if (exits.length === 0) return null;
  return (
    <>
      <Divider label={t("inspector.exits")} labelPosition="left" />
      {exits.map((exit) => (
        <StepInput
          key={exit.handle}
          label={t("inspector.connect", { exit: exitTitle(exit, step, t) })}
          path={exit.path}
          value={exit.target}
          onChange={(next) => set(exit.path, next)}
        />
      ))}
    </>
  );
}

/** Problems of the whole step and of its exits. Those of a setting stand at its field. */
function StepProblems({ id }: { id: string }) {
  const { t } = useTranslation("builder");
  const draft = useBuilder(({ history }) => history.present);
  const all = useBuilder((state) => state.shownProblems);
  const place = stepPointer(id);
  const problems = all.filter(({ path }) => path === place || path === `${place}/next`);
  return problems.map((problem) => (
    <Text key={problem.code + problem.message} size="sm" c={problem.severity === "error" ? "red" : "dimmed"}>
      {faultWords(problem, draft, t)}
    </Text>
  ));
}
