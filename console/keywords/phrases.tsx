import { Phrase } from "@banter/core/model/keyword.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Chips } from "../ui/chips.tsx";
import type { KeywordFields } from "./keyword.ts";
import { patternFault } from "./pattern-fault.ts";

type Props = {
  fields: KeywordFields;
  onChange: (phrases: string[]) => void;
  /** Whether all of them can be saved. */
  onGood: (isGood: boolean) => void;
  disabled: boolean;
};

/** The phrases, and what is wrong with the first that cannot be used, the one being typed included. */
export function Phrases({ fields: { match, phrases }, onChange, onGood, disabled }: Props) {
  const { t } = useTranslation("keywords");
  const [typed, setTyped] = useState("");
  const isPattern = match === "regex";

  function faultOf(phrase: string): string | undefined {
    if (!Phrase.safeParse(phrase).success) return t("editor.phrase_fault");
    const fault = isPattern ? patternFault(phrase) : undefined;
    return fault && t("editor.pattern_fault", { pattern: phrase, fault: t(`pattern.${fault}`) });
  }
  const fault = phrases.map(faultOf).find((one) => one !== undefined);
  const typedFault = typed.trim() === "" ? undefined : faultOf(typed.trim());
  const isGood = fault === undefined;
  useEffect(() => onGood(isGood), [isGood, onGood]);
  return (
    <Chips
      label={isPattern ? t("editor.patterns") : t("editor.phrases")}
      description={t("editor.phrases_help")}
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
