import { Box, PasswordInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CompletionPopup } from "../../frame/writing/completion-popup.tsx";
import { VariableMenu } from "../../frame/writing/variable-menu.tsx";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import "./writing/writing.css";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";
import { caretPoint } from "./writing/caret-point.ts";
import { useWriting } from "./writing/use-writing.ts";

/** Hidden until the user shows it. The menu and two braces insert variables, among them the page's secrets. */
export function SecretInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const fault = useFault(path);
  const landing = form.template;
  const { element, completion, inputProps, insert } = useWriting({
    text: textOf(value),
    change: (next) => onChange(emptied(next, form.isOptional)),
    landing,
    isReadOnly,
  });
  return (
    <Box className="template-field">
      <PasswordInput
        {...inputProps}
        ref={element}
        label={label}
        value={textOf(value)}
        error={fault}
        readOnly={isReadOnly}
        autoComplete="off"
        visibilityToggleButtonProps={{ "aria-label": t("inputs.show") }}
        leftSectionPointerEvents="all"
        leftSection={landing && !isReadOnly && <VariableMenu field={label} landing={landing} onPick={insert} />}
      />
      <CompletionPopup
        completion={completion}
        placeOf={(start) => (element.current ? caretPoint(element.current, start) : undefined)}
      />
    </Box>
  );
}
