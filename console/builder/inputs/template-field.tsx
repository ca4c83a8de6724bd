import { channelFacts } from "@banter/core/channels/index.ts";
import { lengthIn } from "@banter/core/channels/limits.ts";
import { Box, Text, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";
import { insertVariable } from "./insert-variable.ts";
import { VariableMenu } from "./variable-menu.tsx";

type Props = InputProps & { isLong?: boolean; placeholder?: string };
type Element = HTMLInputElement & HTMLTextAreaElement;

/** Text with variables: a menu inserts them at the caret, and a counter shows the channel's limit. */
export function TemplateField({ form, label, path, value, onChange, isReadOnly, isLong, placeholder }: Props) {
  const element = useRef<Element>(null);
  const text = textOf(value);
  const fault = useFault(path);
  const change = (next: string) => onChange(emptied(next, form.isOptional));

  function insert(variable: string): void {
    const { selectionStart: start = null, selectionEnd: end = null } = element.current ?? {};
    const { text: next, caret } = insertVariable(text, variable, { start, end });
    change(next);
    // After the text has been drawn.
    setTimeout(() => {
      element.current?.focus();
      element.current?.setSelectionRange(caret, caret);
    });
  }

  const shared = {
    label,
    value: text,
    error: fault,
    placeholder,
    readOnly: isReadOnly,
    rightSection: form.template && !isReadOnly ? <VariableMenu onPick={insert} field={label} /> : undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value),
  };
  return (
    <Box>
      {isLong ? (
        <Textarea
          {...shared}
          ref={element}
          autosize
          minRows={2}
          maxRows={12}
          rightSectionProps={{ style: { alignItems: "flex-start", paddingTop: 5 } }}
        />
      ) : (
        <TextInput {...shared} ref={element} />
      )}
      <Counter form={form} text={text} />
    </Box>
  );
}

/** Shown if the channel cuts or splits the text, or close to the maximum that can be stored. */
function Counter({ form: { limit, max }, text }: Pick<Props, "form"> & { text: string }) {
  const { t } = useTranslation("builder");
  const { page } = useScene();
  const ofChannel = limit && channelFacts[page.channel].textLimits[limit];
  const bound = ofChannel ?? (max === undefined ? undefined : { max, unit: "characters" as const });
  if (!bound) return null;
  const length = lengthIn(bound.unit, text);
  if (!ofChannel && length < bound.max * 0.8) return null;
  const isOver = length > bound.max;
  return (
    <Text size="xs" c={isOver ? "red" : "dimmed"} ta="right" mt={2}>
      {t(isOver && ofChannel ? "inputs.overLimit" : "inputs.count", { length, max: bound.max })}
    </Text>
  );
}
