import type { KeywordMatch } from "@banter/core/model/keyword.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Chips } from "../ui/chips.tsx";
import { firstPhraseFault } from "./keyword-faults.ts";

type Props = { match: KeywordMatch; phrases: string[]; onChange: (phrases: string[]) => void; disabled: boolean };

/** The phrases, with the fault of the first invalid one, including the one being typed. */
export function Phrases({ match, phrases, onChange, disabled }: Props) {
  const { t } = useTranslation("keywords");
  const [typed, setTyped] = useState("");
  const isPattern = match === "regex";
  const all = typed.trim() === "" ? phrases : [...phrases, typed.trim()];
  const found = firstPhraseFault({ match, phrases: all });
  const error =
    found?.fault === "length"
      ? t("editor.phraseFault")
      : found && t("editor.patternFault", { pattern: found.phrase, fault: t(`pattern.${found.fault}`) });
  return (
    <Chips
      label={isPattern ? t("editor.patterns") : t("editor.phrases")}
      description={t("editor.phrasesHelp")}
      value={phrases}
      maxTags={200}
      disabled={disabled}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}
