import "../builder/builder.css";
import "../builder/inspector/inspector.css";
import { lint } from "@banter/core/flow/lint/lint.ts";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type Builder, createBuilder } from "../builder/builder.ts";
import { BuilderContext, type BuilderScene, useBuilder, useScene } from "../builder/context.ts";
import type { DraftStep, Path } from "../builder/edit/draft.ts";
import { StepForm } from "../builder/forms/step-form.tsx";
import { InputsContext } from "../builder/inputs/context.ts";
import { inputs } from "../builder/inputs/index.ts";
import { InspectedContext } from "../builder/inspector/context.ts";
import { useNames } from "../builder/names/use-names.ts";
import { changeSetting } from "../builder/steps/shown-settings.ts";
import * as builderWords from "../builder/words.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { addWords } from "../words.ts";

// Sequences and rules are made of the steps that flows are made of, and are edited by the same forms. Their steps lie in
// a draft that is never saved as a flow.

addWords("builder", builderWords);

/** Steps to edit, without a flow around them. The faults of new ones are shown when their fields are left. */
export function useStepsDraft(steps: Record<string, DraftStep>, { isNew }: { isNew: boolean }): Builder {
  const canEdit = useMay("build");
  const [builder] = useState(() => {
    const draft = { version: 1 as const, start: null, steps };
    const fresh = createBuilder({
      stored: { draft, revision: 1 },
      canEdit,
      save: async (_draft, revision) => ({ revision: revision + 1 }),
      load: async () => ({ draft, revision: 1 }),
    });
    if (isNew) for (const id of Object.keys(steps)) fresh.markNew(id, []);
    return fresh;
  });
  return builder;
}

/** Everything that the forms of steps need around them. */
export function DraftForms({ builder, children }: { builder: Builder; children: ReactNode }) {
  const page = usePage();
  const { names, lintContext } = useNames(page, 0);
  const scene = useMemo(
    (): BuilderScene => ({ builder, page, flowId: 0, names, lintContext }),
    [builder, page, names, lintContext],
  );
  return (
    <BuilderContext value={scene}>
      <InputsContext value={inputs}>
        <Checks />
        {children}
      </InputsContext>
    </BuilderContext>
  );
}

/** Problems of steps that stand alone: that nothing leads to them is none. */
const ignored = new Set(["start_missing", "unreachable", "dead_end", "next_unused"]);

function Checks() {
  const { builder, lintContext } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  useEffect(() => {
    builder.set({ problems: lint(draft, lintContext).filter(({ code }) => !ignored.has(code)) });
  }, [builder, draft, lintContext]);
  return null;
}

/** True if the steps have errors. Then they are shown, also in fields that nobody has left yet. */
export function showErrors(builder: Builder): boolean {
  builder.showAllProblems();
  return builder.get().problems.some(({ severity }) => severity === "error");
}

export const useSteps = () => useBuilder(({ history }) => history.present.steps);

/** The settings of one of the steps. `without`: rare settings and kinds of actions that are not offered here. */
export function StepSettings({ id, without }: { id: string; without?: readonly string[] }) {
  const { builder } = useScene();
  const step = useSteps()[id];
  const inspected = useMemo(
    () => ({
      stepId: id,
      isReadOnly: !builder.canEdit,
      without,
      set: (path: Path, value: unknown) => {
        const current = builder.get().history.present.steps[id];
        const change = current ? changeSetting(current, path, value) : { path, value };
        builder.setSetting(id, change.path, change.value);
      },
    }),
    [builder, id, without],
  );
  return step ? (
    <InspectedContext value={inspected}>
      <StepForm step={step} />
    </InspectedContext>
  ) : null;
}
