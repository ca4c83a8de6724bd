import { TreeName } from "@banter/core/model/names.ts";
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

type Props = { name: string; onRename: (name: string) => void; onClose: () => void };

/** A name to be typed over in its place. Enter or leaving it keeps the new one, Escape the old. */
export function Rename({ name, onRename, onClose }: Props) {
  const { t } = useTranslation("flows");
  const [text, setText] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  // The menu that this was chosen from gives the focus back to its button as it closes; this comes after.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.select(), 30);
    return () => clearTimeout(timer);
  }, []);
  const isGood = TreeName.safeParse(text.trim()).success;
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
      error={isGood ? undefined : t("name_fault")}
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
