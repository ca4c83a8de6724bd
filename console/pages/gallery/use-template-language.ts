import { type TemplateLanguage, templateLanguages } from "@banter/core/api/template-choice.ts";
import { useTranslation } from "react-i18next";

/** Templates are shown in the language of the console, if they have it. */
export function useTemplateLanguage(): TemplateLanguage {
  const { i18n } = useTranslation();
  return templateLanguages.find((language) => language === i18n.language) ?? "en";
}
