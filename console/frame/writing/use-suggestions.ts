import "./add-words.ts";
import { isOfCall, type Landing } from "@banter/core/model/form.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fieldsQuery, secretsQuery } from "../../queries.ts";
import { usePage } from "../use-page.ts";
import { type Suggestion, suggestionsFor } from "./suggestions.ts";

/** Everything that a text of the page can contain. */
export function useSuggestions(landing: Landing): Suggestion[] {
  const { t } = useTranslation("writing");
  const { id } = usePage();
  const { data: fields } = useQuery(fieldsQuery(id));
  const { data: secrets } = useQuery({ ...secretsQuery(id), enabled: isOfCall(landing) });
  return useMemo(() => {
    const labels = new Map(fields?.map(({ name, label }) => [name, label]));
    return suggestionsFor(landing, { fields: labels, secrets: secrets?.map(({ name }) => name) ?? [] }, t);
  }, [landing, fields, secrets, t]);
}
