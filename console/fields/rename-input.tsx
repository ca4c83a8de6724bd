import { Name } from "@banter/core/model/names.ts";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

type Props = { of: "fields" | "tags"; name: string; onDone: (name: string) => void };

/** Enter or leaving the field keeps the new name, Escape the old one. */
export function RenameInput({ of, name, onDone }: Props) {
  const { t } = useTranslation("fields");
  const [text, setText] = useState(name);
  const isGood = Name.safeParse(text.trim()).success;
  return (
    <TextInput
      size="xs"
      flex={1}
      autoFocus
      aria-label={t(`${of}.renamed`)}
      value={text}
      error={isGood ? undefined : t(`${of}.fault`)}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => onDone(isGood ? text.trim() : name)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && isGood) onDone(text.trim());
        if (event.key === "Escape") onDone(name);
      }}
    />
  );
}
