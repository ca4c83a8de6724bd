import "./differences.css";
import { isStepType } from "@banter/core/flow/steps/index.ts";
import { isObject } from "@banter/core/model/json.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import { Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { type Comparison, type Difference, isSame } from "../edit/compare.ts";
import type { Draft, DraftStep } from "../edit/draft.ts";
import { labelAt } from "../faults/problem-words.ts";
import { shownText } from "../names/shown-text.ts";
import { StepBadge } from "../steps/step-badge.tsx";
import { exitTitleOf, stepName } from "../steps/step-title.ts";
import { linesOf } from "../steps/summary.ts";
import { wordKey } from "../word-key.ts";

type Props = { comparison: Comparison; before: Draft; after: Draft };

/** The changes, step by step and field by field. */
export function Differences({ comparison, before, after }: Props) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  if (isSame(comparison)) {
    return (
      <Text size="sm" c="dimmed">
        {t("versions.same")}
      </Text>
    );
  }
  const { added, removed, changed, start } = comparison;
  return (
    <Stack gap="sm">
      {start && start.before !== null && (
        <Text size="sm">{t("versions.startMoved", { step: nameOf(String(start.after)) })}</Text>
      )}
      {added.map((id) => (
        <StepChange key={id} id={id} of={after} kind="added">
          <Words step={after.steps[id]} />
        </StepChange>
      ))}
      {changed.map(({ step, differences }) => (
        <StepChange key={step} id={step} of={after} kind="changed">
          {differences.map((difference) => (
            <FieldChange
              key={pointer(difference.path)}
              id={step}
              difference={difference}
              before={before}
              after={after}
            />
          ))}
        </StepChange>
      ))}
      {removed.map((id) => (
        <StepChange key={id} id={id} of={before} kind="removed" />
      ))}
    </Stack>
  );

  function nameOf(id: string): string {
    const step = after.steps[id];
    return step ? stepName(step, names, t) : "…";
  }
}

/** The words and settings of a new step, beyond the line that names it. */
function Words({ step }: { step: DraftStep | undefined }) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const name = step ? stepName(step, names, t) : "";
  const lines = (step ? linesOf(step, names, t) : [])
    .map((line) => shownText(line, names, t))
    .filter((line) => !name.endsWith(line));
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
    <div key={index} className="field-difference">
      <ins>{line}</ins>
    </div>
  ));
}

type ChangeProps = { id: string; of: Draft; kind: "added" | "changed" | "removed"; children?: React.ReactNode };

function StepChange({ id, of, kind, children }: ChangeProps) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const step = of.steps[id];
  if (!step) return null;
  return (
    <div className={`difference is-${kind}`}>
      <Group gap={8} wrap="nowrap">
        {isStepType(step.type) && <StepBadge type={step.type} size={22} />}
        <Text size="sm" truncate>
          <b>{t(`versions.${kind}`)}:</b> {stepName(step, names, t)}
        </Text>
      </Group>
      {children}
    </div>
  );
}

type FieldProps = { id: string; difference: Difference; before: Draft; after: Draft };

function FieldChange({ id, difference: { path, before: old, after: now }, before, after }: FieldProps) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const keys = ["steps", id, ...path.map(String)];
  const label = labelAt(after, keys) ?? labelAt(before, keys);
  const exit = path[0] === "next" ? String(path[1] ?? "next") : undefined;
  const name = exit
    ? t("inspector.connect", { exit: exitTitleOf(after.steps[id] ?? before.steps[id], exit, t) })
    : label
      ? t(`labels.${wordKey(label)}`, { defaultValue: label })
      : path.join(" › ");
  const isStep = exit !== undefined || path.at(-1) === "step";
  return (
    <div className="field-difference">
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      {old !== undefined && <del>{asText(old)}</del>} {now !== undefined && <ins>{asText(now)}</ins>}
    </div>
  );

  function asText(value: unknown): string {
    if (isStep && (value === null || typeof value === "string")) {
      const step = value === null ? undefined : (after.steps[value] ?? before.steps[value]);
      return step ? stepName(step, names, t) : t("inputs.nowhere");
    }
    if (typeof value === "string") return value;
    if (Array.isArray(value) || isObject(value)) return JSON.stringify(value, null, 1);
    return String(value);
  }
}
