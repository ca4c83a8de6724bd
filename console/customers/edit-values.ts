import type { Customer } from "./queries.ts";

/** A customer in the form of the editor: texts, and ids of tags as texts. */
export type EditValues = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  tags: string[];
  fields: Record<string, string>;
};

export const valuesOf = ({ first_name, last_name, email, phone, tags, fields }: Customer): EditValues => ({
  first_name: first_name ?? "",
  last_name: last_name ?? "",
  email: email ?? "",
  phone: phone ?? "",
  tags: tags.map(String),
  fields: { ...fields },
});

/** The differences, as the server takes them: what somebody else changes meanwhile stays. */
export function editOf(before: EditValues, after: EditValues) {
  const own = (["first_name", "last_name", "email", "phone"] as const).filter((name) => before[name] !== after[name]);
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])];
  const fields = names.filter((name) => (before.fields[name] ?? "") !== (after.fields[name] ?? ""));
  return {
    ...Object.fromEntries(own.map((name) => [name, after[name].trim()])),
    add_tags: after.tags.filter((tag) => !before.tags.includes(tag)).map(Number),
    remove_tags: before.tags.filter((tag) => !after.tags.includes(tag)).map(Number),
    fields: Object.fromEntries(fields.map((name) => [name, after.fields[name] ?? ""])),
  };
}
