import "./writing/writing.css";
import { Box, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { EmojiButton } from "../../frame/emoji/emoji-button.tsx";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";
import { CompletionPopup } from "./writing/completion-popup.tsx";
import { Counter } from "./writing/counter.tsx";
import { GapHint } from "./writing/gap-hint.tsx";
import { useWriting } from "./writing/use-writing.ts";
import { VariableMenu } from "./writing/variable-menu.tsx";

type Props = InputProps & { isLong?: boolean; placeholder?: string };

/** Text with variables: two braces or a menu insert them, a picker inserts emoji, a counter shows the channel's limit. */
export function TemplateField({ form, label, path, value, onChange, isReadOnly, isLong, placeholder }: Props) {
  const { t } = useTranslation("builder");
  const text = textOf(value);
  const fault = useFault(path);
  const landing = form.template;
  const { element, completion, inputProps, insert, apply } = useWriting({
    text,
    change: (next) => onChange(emptied(next, form.isOptional)),
    landing,
    isReadOnly,
  });
  const Tools = isLong ? Stack : Group;
  const tools = landing && !isReadOnly && (
    <Tools gap={2} wrap="nowrap" align="center">
      <VariableMenu field={label} landing={landing} onPick={insert} />
      {landing === "text" && (
        <EmojiButton size="sm" position="bottom-end" label={t("writing.emoji", { field: label })} onChoose={insert} />
      )}
    </Tools>
  );
  const shared = { label, value: text, error: fault, placeholder, readOnly: isReadOnly, rightSection: tools };
  return (
    <Box className="template-field">
      {isLong ? (
        <Textarea
          {...shared}
          {...inputProps}
          ref={element}
          autosize
          minRows={2}
          maxRows={12}
          rightSectionProps={{ style: { alignItems: "flex-start", paddingTop: 5 } }}
        />
      ) : (
        <TextInput {...shared} {...inputProps} ref={element} rightSectionWidth={landing === "text" ? 56 : 34} />
      )}
      <CompletionPopup element={element} completion={completion} label={t("writing.search")} />
      <GapHint field={label} path={path} text={text} onFill={apply} />
      <Counter form={form} text={text} />
    </Box>
  );
}
