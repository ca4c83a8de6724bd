import { TagsInput, type TagsInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A list of short texts. Enter or leaving the field adds the typed text, so that nothing is lost. */
export function Chips(props: TagsInputProps) {
  const { t } = useTranslation("ui");
  return (
    <TagsInput
      splitChars={[]}
      acceptValueOnBlur
      clearButtonProps={{ "aria-label": t("chips.clear") }}
      placeholder={t("chips.placeholder")}
      {...props}
    />
  );
}
