import { stepTypes } from "@banter/core/flow/steps/index.ts";
import { SegmentedControl, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DraftStep } from "../edit/draft.ts";
import { describe } from "../steps/schema-form.ts";
import { useInspected } from "./context.ts";
import { Field } from "./field.tsx";

/** One of three ways to wait: choosing one takes the others away. */
const ways = { seconds: 3600, until: "", until_field: "" };
type Way = keyof typeof ways;

export function DelayForm({ step }: { step: DraftStep }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const form = describe(stepTypes.delay.settings);
  const fields = new Map(form.kind === "object" ? form.fields : []);
  const names = Object.keys(ways) as Way[];
  const chosen = names.find((way) => Object.hasOwn(step, way)) ?? "seconds";
  const choose = (way: string) => {
    const { seconds: _, until: __, until_field: ___, ...others } = step;
    set([], { ...others, [way]: ways[way as Way] });
  };
  const field = fields.get(chosen);
  const within = fields.get("within");
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t("delay.how")}
        data={names.map((way) => ({ value: way, label: t(`delay.${way}`) }))}
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
