import { PrechatForm } from "@banter/core/model/content/prechat-form.ts";

type Words = NonNullable<PrechatForm["title"]>;
export type FormField = PrechatForm["fields"][number];

/** A form as the owner edits it: words may be empty. Null: the page has none. */
export type FormDraft = PrechatForm | null;

/** A form to begin with. */
export const blankForm: PrechatForm = {
  fields: [
    { field: "user_full_name", is_required: true },
    { field: "email", is_required: true },
  ],
  may_skip: false,
};

/** The form as the server takes it: words are trimmed, and what is empty is left out. */
export function tidy(draft: FormDraft): FormDraft {
  if (!draft) return null;
  const { title, text, fields, consent, button, may_skip } = draft;
  return {
    ...worded({ title, text }),
    fields: fields.map(({ field, label, is_required, choices }) => ({
      field,
      ...worded({ label }),
      is_required,
      ...(choices && choices.length > 0 && { choices }),
    })),
    // Its switch is on, even where nothing is filled in yet.
    ...(consent && {
      consent: {
        text: tidyWords(consent.text) ?? {},
        ...(consent.url?.trim() && { url: consent.url.trim() }),
        is_required: consent.is_required,
      },
    }),
    ...worded({ button }),
    may_skip,
  };
}

function worded<Names extends string>(parts: Record<Names, Words | undefined>): Partial<Record<Names, Words>> {
  const tidied = Object.entries<Words | undefined>(parts).map(([name, words]) => [name, tidyWords(words)]);
  return Object.fromEntries(tidied.filter(([, words]) => words)) as Partial<Record<Names, Words>>;
}

function tidyWords(words: Words | undefined): Words | undefined {
  const [en, vi] = [words?.en?.trim(), words?.vi?.trim()];
  return en || vi ? { ...(en && { en }), ...(vi && { vi }) } : undefined;
}

export function isSameForm(one: FormDraft, other: FormDraft): boolean {
  const textOf = (form: FormDraft) => JSON.stringify(PrechatForm.safeParse(tidy(form)).data ?? form);
  return textOf(one) === textOf(other);
}

/** The parts of a form that the server would refuse: `consent.url`, `fields.2.choices`. */
export function faultyParts(form: FormDraft): Set<string> {
  if (!form) return new Set();
  const { error } = PrechatForm.safeParse(tidy(form));
  return new Set(error?.issues.map(({ path }) => path.slice(0, path[0] === "fields" ? 3 : 2).join(".")));
}
