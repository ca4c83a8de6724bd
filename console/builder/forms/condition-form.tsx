import { isObject } from "@banter/core/model/json.ts";
import { Stack } from "@mantine/core";
import type { Condition, Part } from "../../frame/conditions/condition.ts";
import { ConditionEditor } from "../../frame/conditions/editor.tsx";
import type { DrawnKey } from "../../frame/conditions/rule-inputs.tsx";
import { useScene } from "../context.ts";
import { type DraftStep, findAt } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import { FieldFault } from "../inspector/field-fault.tsx";
import type { Form } from "../steps/schema-form.ts";
import { textOf } from "../steps/summary.ts";

type Props = { step: DraftStep; fields: [key: string, form: Form][] };

/** The condition of a step. Its inputs are those of steps: they have variables and faults, and make tags and fields. */
export function ConditionForm({ step, fields }: Props) {
  const { builder } = useScene();
  const { stepId, set, isReadOnly } = useInspected();
  const match = step.match === "any" ? "any" : "all";
  const rules = partsIn(step.rules);

  function change(next: Condition): void {
    if (next.match !== match) set(["match"], next.match);
    // The faults of a new part are told once its author has left it.
    if (next.rules.length > rules.length) builder.markNew(stepId, ["rules", rules.length]);
    const isSame = next.rules.length === rules.length;
    const place = isSame ? next.rules.findIndex((part, index) => part !== rules[index]) : -1;
    if (!isSame) set(["rules"], next.rules);
    if (place >= 0) set(["rules", place], next.rules[place]);
  }

  function draw(index: number, key: DrawnKey) {
    const form = formOf(fields, rules[index]?.type, key);
    const path = ["rules", index, key];
    return (
      form && (
        <div style={{ flex: key === "hours" ? "1 1 100%" : "1 1 180px", minWidth: 0 }}>
          <Field form={form} path={path} value={findAt(step, path)} />
        </div>
      )
    );
  }

  return (
    <Stack gap="sm">
      <ConditionEditor kind="flow" condition={{ match, rules }} onChange={change} isReadOnly={isReadOnly} draw={draw} />
      <FieldFault path={["rules"]} />
    </Stack>
  );
}

/** The parts of a draft, which may be unfinished in any way. */
function partsIn(value: unknown): Part[] {
  return (Array.isArray(value) ? value : []).map((part) => {
    const given = isObject(part) ? part : {};
    if (given.type === "field") return { ...given, field: textOf(given.field) } as Part;
    if (given.type === "locale" && !Array.isArray(given.locales)) return { ...given, locales: [] } as unknown as Part;
    return given as Part;
  });
}

/** The schema's form of one setting of a kind of rule. */
function formOf(fields: Props["fields"], type: string | undefined, key: DrawnKey): Form | undefined {
  const rules = fields.find(([name]) => name === "rules")?.[1];
  const union = rules?.kind === "list" ? rules.item : undefined;
  const option = union?.kind === "union" ? union.options.find(([name]) => name === type)?.[1] : undefined;
  return option?.kind === "object" ? option.fields.find(([name]) => name === key)?.[1] : undefined;
}
