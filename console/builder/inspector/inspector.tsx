import { isRemark, isStepType } from "@banter/core/flow/steps/index.ts";
import "./inspector.css";
import { isObject } from "@banter/core/model/json.ts";
import { SegmentedControl, Stack, Text } from "@mantine/core";
import { type FocusEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { afterPress } from "../faults/after-press.ts";
import { faultWords } from "../faults/problem-words.ts";
import { stepPointer } from "../faults/shown-problems.ts";
import { StepForm } from "../forms/step-form.tsx";
import { changeSetting } from "../steps/shown-settings.ts";
import { InspectedContext, type InspectedStep } from "./context.ts";
import { Exits } from "./exits.tsx";
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
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const field = target.closest<HTMLElement>("[data-field]");
    const place = field?.dataset.field;
    // Its own parts, and the dialogs that it opens, do not leave a field.
    const isStill = relatedTarget instanceof Element && (field?.contains(relatedTarget) || relatedTarget.closest(away));
    if (place !== undefined && !isStill) afterPress(() => builder.leaveField(place));
  };
  return (
    <InspectedContext value={inspected}>
      <Stack gap="sm">
        <StepHead step={step} />
        {isObject(step.content) && (
          <SegmentedControl
            aria-label={t("inspector.view")}
            data={["settings", "preview"].map((value) => ({ value, label: t(`inspector.${value}`) }))}
            size="xs"
            value={view}
            onChange={setView}
          />
        )}
        {isPreview ? (
          <StepPreview step={step} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: notes which field was left
          <div ref={form} onBlur={leave}>
            <Stack gap="sm">
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

/** Parts of a field that are drawn elsewhere on the page. */
const away = "[role=dialog], .mantine-Popover-dropdown, .mantine-Modal-inner";

/** A step that is opened for the first time, or has no text yet, gets the focus in the field that one fills in first. */
function useFirstFocus(id: string): RefObject<HTMLDivElement | null> {
  const { builder } = useScene();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first =
      "[data-first-focus], [data-writing], textarea, input:not([type=radio], [type=checkbox], [type=hidden])";
    const field = form.current?.querySelector<HTMLElement>(first);
    const isBlank = field?.matches("[data-writing]") && field.textContent === "";
    if (isBlank || builder.get().unfinished.young.includes(stepPointer(id))) field?.focus();
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
