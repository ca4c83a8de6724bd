import { type Called, personName } from "@banter/core/flow/fields/person-name.ts";
import { useTranslation } from "react-i18next";
import { usePage } from "./use-page.ts";

/**
 * The language in which people without a name are called: the page's own, so that all its members call a person the
 * same. A page without one follows the reader.
 */
export function useNameLanguage(): string {
  const { i18n } = useTranslation();
  return usePage().look.language ?? i18n.language;
}

/** The name under which this page's members see a person. */
export function usePersonName(): (person: Called) => string {
  const language = useNameLanguage();
  return (person) => personName(person, language);
}
