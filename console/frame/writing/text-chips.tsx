import "./add-words.ts";
import "./writing.css";
import { parseTemplate } from "@banter/core/flow/render/template.ts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fieldsQuery } from "../../queries.ts";
import { usePage } from "../use-page.ts";
import { chipWords } from "./chips.ts";

/** A text whose variables are chips, as its author sees it. */
export function TextChips({ text }: { text: string }) {
  const { t } = useTranslation("writing");
  const nameOf = useVariableNames();
  return parseTemplate(text).map((part, index) => {
    if (part.type === "text") return part.source;
    const { title, or } = chipWords(part, nameOf);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
      <span key={index} className="text-chip">
        {title}
        {or !== undefined && <span className="text-chip-or">{` ${t("writing.or")} ${or}`}</span>}
      </span>
    );
  });
}

export const drawChips = (text: string) => <TextChips text={text} />;

/** The name of a variable in the reader's language: a field is called as its owner calls it. */
export function useVariableNames(): (name: string) => string {
  const { t } = useTranslation("writing");
  const { data: fields } = useQuery(fieldsQuery(usePage().id));
  const labels = useMemo(() => new Map(fields?.map(({ name, label }) => [name, label])), [fields]);
  return useCallback(
    (name) => labels.get(name) ?? t(`variables.names.${name}`, { defaultValue: name.replace(/^secret\./, "") }),
    [labels, t],
  );
}
