import { useRef } from "react";
import { WritingField, type WritingHandle } from "../../frame/writing/writing-field.tsx";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";
import { Counter } from "./writing/counter.tsx";
import { GapHint } from "./writing/gap-hint.tsx";

type Props = InputProps & { isLong?: boolean };

/** Text with variables, which says where it has a gap and how long it may be. */
export function TemplateField({ form, label, path, value, onChange, isReadOnly, ...more }: Props) {
  const { isLong = false, placeholder, isBare = false } = more;
  const text = textOf(value);
  const fault = useFault(path);
  const field = useRef<WritingHandle>(null);
  return (
    <div>
      <WritingField
        ref={field}
        label={label}
        value={text}
        onChange={(next) => onChange(emptied(next, form.isOptional))}
        landing={form.template}
        isLong={isLong}
        isReadOnly={isReadOnly}
        isBare={isBare}
        placeholder={placeholder}
        error={fault}
        hasUndo={false}
        hasTools={!isBare || isLong}
      />
      <GapHint
        field={label}
        path={path}
        text={text}
        onFill={(filled) => field.current?.editChip(filled.text, filled.caret)}
      />
      <Counter form={form} text={text} />
    </div>
  );
}
