import { Phrase } from "@banter/core/model/keyword.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Chips } from "../ui/chips.tsx";
import type { KeywordFields } from "./keyword.ts";
import { patternFault } from "./pattern-fault.ts";

type Props = {
  fields: KeywordFields;
  onChange: (phrases: string[]) => void;
  /** Called with true while all phrases can be saved. */
  onGood: (isGood: boolean) => void;
  disabled: boolean;
};

/** The phrases, with the fault of the first invalid one, including the one being typed. */
export function Phrases({ fields: { match, phrases }, onChange, onGood, disabled }: Props) {
  const { t } = useTranslation("keywords");
  const [typed, setTyped] = useState("");
  const isPattern = match === "regex";

  function faultOf(phrase: string): string | undefined {
    if (!Phrase.safeParse(phrase).success) return t("editor.phraseFault");
    const fault = isPattern ? patternFault(phrase) : undefined;
    return fault && t("editor.patternFault", { pattern: phrase, fault: t(`pattern.${fault}`) });
  }
  const fault = phrases.map(faultOf).find((one) => one !== undefined);
  const typedFault = typed.trim() === "" ? undefined : faultOf(typed.trim());
  const isGood = fault === undefined;
  useEffect(() => onGood(isGood), [isGood, onGood]);
  return (
    <Chips
      label={isPattern ? t("editor.patterns") : t("editor.phrases")}
      description={t("editor.phrasesHelp")}
      value={phrases}
      maxTags={200}
      disabled={disabled}
      error={fault ?? typedFault}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}
