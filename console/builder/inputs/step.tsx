import { isRemark } from "@banter/core/flow/steps/index.ts";
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { findOptions } from "../../frame/choosers/options-filter.ts";
import { useBuilder, useScene } from "../context.ts";
import { useInspected } from "../inspector/context.ts";
import { summaryOf } from "../steps/summary.ts";
import type { InputProps } from "./input-props.ts";

/** The target of an exit: one of the flow's steps, or none. The alternative to dragging on the canvas. */
export function StepInput({ label, value, onChange, isReadOnly }: Omit<InputProps, "form" | "path">) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const { stepId } = useInspected();
  const draft = useBuilder(({ history }) => history.present);
  const target = typeof value === "string" ? value : null;
  const options = Object.entries(draft.steps)
    .filter(([id, step]) => !isRemark(step) && (id !== stepId || id === target))
    .map(([id, step]) => ({
      value: id,
      label: `${t(`steps.${step.type}.title`)}: ${summaryOf(step, names, t) || id}`,
    }));
  const isGone = target !== null && !options.some((option) => option.value === target);
  return (
    <Select
      label={label}
      searchable
      filter={findOptions}
      clearable
      placeholder={t("inputs.nowhere")}
      nothingFoundMessage={t("inputs.nothing")}
      clearButtonProps={{ "aria-label": t("inputs.clear", { label }) }}
      data={isGone ? [...options, { value: target, label: t("inputs.gone", { name: target }) }] : options}
      value={target}
      readOnly={isReadOnly}
      onChange={onChange}
    />
  );
}
