import type { FieldType } from "../model/custom-field.ts";

const headers = {
  en: ["Full name", "Phone", "E-mail", "Tags"],
  vi: ["Họ và tên", "Số điện thoại", "Email", "Thẻ"],
};

const people = {
  en: [
    ["Ann Baker", "+1 202 555 0143", "ann@example.com"],
    ["Ben Carter", "+1 202 555 0178", "ben@example.com"],
  ],
  vi: [
    ["Nguyễn Thị Hoa", "+84 901 234 567", "hoa@example.com"],
    ["Trần Văn Bình", "+84 912 345 678", "binh@example.com"],
  ],
};

const values: Record<FieldType, string> = { text: "", number: "12", boolean: "true", date: "2026-12-31" };

/** A file to begin with: the columns that most owners have, and the page's own fields. The import knows its headers. */
export function importSample(
  language: string,
  { fields, tags }: { fields: readonly { name: string; type: FieldType }[]; tags: readonly string[] },
): string {
  const known = language.startsWith("vi") ? "vi" : "en";
  const lines = [
    [...headers[known], ...fields.map(({ name }) => name)],
    ...people[known].map((person, index) => [
      ...person,
      index === 0 ? (tags[0] ?? "") : "",
      ...fields.map(({ type }) => values[type]),
    ]),
  ];
  const cell = (text: string) => (/[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  // The first character tells Excel that it is UTF-8.
  return `\ufeff${lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("")}`;
}
