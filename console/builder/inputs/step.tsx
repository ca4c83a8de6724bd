import { useScene } from "../context.ts";
import { useFault, useInspected } from "../inspector/context.ts";
import type { InputProps } from "./input-props.ts";
import { StepSelect } from "./step-select.tsx";

type Props = Pick<InputProps, "label" | "path" | "value" | "onChange"> & {
  placeholder?: string;
  description?: string;
  isQuiet?: boolean;
  size?: "xs" | "sm";
};

/** The target of an exit: one of the flow's steps, a new one, or none. The alternative to dragging on the canvas. */
export function StepInput({ label, path, value, onChange, ...more }: Props) {
  const { builder } = useScene();
  const { stepId } = useInspected();
  const fault = useFault(path);
  return (
    <StepSelect
      label={label}
      error={fault}
      {...more}
      value={typeof value === "string" ? value : null}
      onChange={onChange}
      onNew={(type) => builder.addBehind(type, { step: stepId, exit: path })}
    />
  );
}
