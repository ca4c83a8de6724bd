import type { Language } from "../../words.ts";
import { asRecord, asText, readList } from "../json.ts";

/** Words by language; a language may be missing. */
export type InLanguages = Partial<Record<Language, string>>;

const fieldTypes = ["name", "email", "phone", "text", "number", "boolean", "date", "choice"] as const;

export type FormField = {
  /** The name of its answer. */
  field: string;
  type: (typeof fieldTypes)[number];
  label?: InLanguages;
  isRequired: boolean;
  choices: string[];
};

/** The form that the visitor fills in before they write. */
export type Form = {
  title?: InLanguages;
  text?: InLanguages;
  fields: FormField[];
  consent?: { text: InLanguages; url?: string; isRequired: boolean };
  button?: InLanguages;
  maySkip: boolean;
};

/** Answers by the name of their field, or a form that is left out. */
export type FilledForm = { answers: Record<string, string>; consent?: true } | { skipped: true };

/** `faults` are the parts that the page does not take: `/answers/email`, `/consent`. */
export type FormResult = "done" | "failed" | { faults: string[] };

/** Undefined if there is no form. */
export function readForm(value: unknown): Form | undefined {
  const { fields, consent, may_skip, title, text, button } = asRecord(value);
  if (!Array.isArray(fields)) return undefined;
  return {
    title: readWords(title),
    text: readWords(text),
    fields: readList(fields, readField),
    consent: readConsent(consent),
    button: readWords(button),
    maySkip: may_skip === true,
  };
}

function readField(value: unknown): FormField | undefined {
  const { field, type, label, is_required, choices } = asRecord(value);
  if (typeof field !== "string") return undefined;
  return {
    field,
    type: fieldTypes.find((known) => known === type) ?? "text",
    label: readWords(label),
    isRequired: is_required === true,
    choices: readList(choices, asText),
  };
}

function readConsent(value: unknown): Form["consent"] {
  const { text, url, is_required } = asRecord(value);
  const words = readWords(text);
  return words && { text: words, url: asText(url), isRequired: is_required === true };
}

function readWords(value: unknown): InLanguages | undefined {
  const { en, vi } = asRecord(value);
  const [english, vietnamese] = [asText(en), asText(vi)];
  if (english === undefined && vietnamese === undefined) return undefined;
  return { ...(english !== undefined && { en: english }), ...(vietnamese !== undefined && { vi: vietnamese }) };
}

/** The words in the visitor's language, or in another one that the owner has written. */
export function inLanguage(words: InLanguages | undefined, language: Language): string | undefined {
  return words?.[language] ?? words?.en ?? words?.vi;
}
