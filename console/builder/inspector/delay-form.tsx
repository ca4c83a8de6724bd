import { stepTypes } from "@banter/core/flow/steps/index.ts";
import { SegmentedControl, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DraftStep } from "../edit/draft.ts";
import { describe } from "../steps/schema-form.ts";
import { useInspected } from "./context.ts";
import { Field } from "./field.tsx";

/** The three kinds of wait with their first values. A delay has one of them. */
const waits = { seconds: 3600, until: "", until_field: "" };
type Wait = keyof typeof waits;

export function DelayForm({ step }: { step: DraftStep }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const form = describe(stepTypes.delay.settings);
  const fields = new Map(form.kind === "object" ? form.fields : []);
  const names = Object.keys(waits) as Wait[];
  const chosen = names.find((wait) => Object.hasOwn(step, wait)) ?? "seconds";
  const choose = (wait: string) => {
    const { seconds: _, until: __, until_field: ___, ...others } = step;
    set([], { ...others, [wait]: waits[wait as Wait] });
  };
  const field = fields.get(chosen);
  const within = fields.get("within");
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t("delay.how")}
        data={names.map((wait) => ({ value: wait, label: t(`delay.${wait}`) }))}
        value={chosen}
        onChange={choose}
        disabled={isReadOnly}
        fullWidth
      />
      {field && <Field form={{ ...field, isOptional: false }} path={[chosen]} value={step[chosen]} />}
      {within && <Field form={within} path={["within"]} value={step.within} />}
    </Stack>
  );
}
