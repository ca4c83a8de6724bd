import { TreeName } from "@banter/core/model/names.ts";
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

type Props = { name: string; taken: readonly string[]; onRename: (name: string) => void; onClose: () => void };

/** Edits a name in place. Enter or leaving the field keeps the new name, Escape the old one. */
export function Rename({ name, taken, onRename, onClose }: Props) {
  const { t } = useTranslation("flows");
  const [text, setText] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  // The menu returns the focus to its button as it closes; this runs after that.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.select(), 30);
    return () => clearTimeout(timer);
  }, []);
  const isTaken = taken.includes(text.trim());
  const isGood = !isTaken && TreeName.safeParse(text.trim()).success;
  const finish = () => {
    if (isGood && text.trim() !== name) onRename(text.trim());
    onClose();
  };
  return (
    <TextInput
      ref={input}
      size="xs"
      flex={1}
      aria-label={t("row.name")}
      value={text}
      error={isTaken ? t("nameTaken") : isGood ? undefined : t("nameFault")}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter" && isGood) finish();
        if (event.key === "Escape") onClose();
        event.stopPropagation();
      }}
    />
  );
}
