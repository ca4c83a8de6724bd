import type { ImportTarget } from "@banter/core/api/management/customer-jobs.ts";
import { foldMarks } from "@banter/core/match/normalise.ts";

/** Headers as programs and people write them, folded, in English and Vietnamese. */
const known: [ImportTarget, string[]][] = [
  ["psid", ["psid", "id", "customer id", "user id", "ma khach hang"]],
  ["first_name", ["first name", "firstname", "given name", "ten"]],
  ["last_name", ["last name", "lastname", "surname", "family name", "ho", "ho dem"]],
  ["name", ["name", "full name", "fullname", "customer", "ho ten", "ho va ten", "ten khach hang", "khach hang"]],
  ["email", ["email", "e mail", "mail", "email address", "dia chi email"]],
  ["phone", ["phone", "phone number", "mobile", "tel", "telephone", "dien thoai", "so dien thoai", "sdt"]],
  ["address", ["address", "dia chi"]],
  ["gender", ["gender", "sex", "gioi tinh"]],
  ["locale", ["locale", "language", "ngon ngu"]],
  ["timezone", ["timezone", "time zone", "mui gio"]],
  ["tag", ["tag", "tags", "label", "labels", "the", "nhan"]],
];

/** A target for each column, by its header. Each target is suggested once. */
export function suggestMapping(headers: string[], fields: string[]): (ImportTarget | null)[] {
  const taken = new Set<ImportTarget>();
  return headers.map((header) => {
    const found = targetOf(header, fields);
    if (!found || taken.has(found)) return null;
    taken.add(found);
    return found;
  });
}

function targetOf(header: string, fields: string[]): ImportTarget | undefined {
  const name = plain(header);
  const field = fields.find((field) => plain(field) === name);
  if (field !== undefined) return `field:${field}`;
  return known.find(([, names]) => names.includes(name))?.[0];
}

const plain = (text: string) =>
  foldMarks(text)
    .replaceAll(/[_\W]+/gu, " ")
    .trim();
