import { channelFacts } from "@banter/core/channels/index.ts";
import { findGuestNumber } from "@banter/core/flow/fields/person-name.ts";
import { foldMarks } from "@banter/core/match/normalise.ts";

/** The facts about a customer that the list is searched and filtered by. */
export type TermFacts = {
  psid: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  tags: number[];
  fields: Record<string, string>;
  source: string | null;
};

const maxWords = 64;
const maxLength = 100;

/**
 * The terms of a customer in the index. Each begins with the page, so that one index serves all pages: `web_1 w ann` is a
 * word, `web_1 t 1042` a tag, `web_1 f city` a field with a value, `web_1 f city=hanoi` with that value, `web_1 s ad` a
 * source, `web_1 e` and `web_1 p` a whole e-mail address and phone number.
 */
export function termsOf(pageId: string, facts: TermFacts): string[] {
  const { psid, email, phone, tags, fields, source } = facts;
  // Ids of some platforms are several words.
  const id = foldMarks(idIn(psid));
  const words = [...wordsOf(nameOf(facts)), ...wordsOf(email ?? ""), ...wordsOf(id), ...phoneWords(phone)];
  const terms = [
    ...[foldMarks(email ?? ""), id, ...words].slice(0, maxWords).map((word) => `w ${word}`),
    ...tags.map((tag) => `t ${tag}`),
    ...Object.entries(fields).flatMap(([name, value]) => [`f ${name}`, fieldTerm(name, value)]),
    ...sourceTerms(source),
    ...(email ? [emailTerm(email)] : []),
    ...(phone ? [phoneTerm(phone)] : []),
  ];
  return [...new Set(terms)].filter((term) => term.length > 2).map((term) => inPage(pageId, term));
}

export const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  [firstName, lastName].filter(Boolean).join(" ");

const prefixes = Object.values(channelFacts).flatMap(({ customerPrefix }) => customerPrefix || []);

/** The platform's id. The channel's prefix would be a word of every customer. */
const idIn = (psid: string) => psid.slice(prefixes.find((prefix) => psid.startsWith(prefix))?.length ?? 0);

/** The key that names are ordered by. Customers without a name come last. */
export const nameKey = (name: string) => foldMarks(name).slice(0, maxLength) || "\uffff";

export const emailTerm = (email: string) => `e ${cut(foldMarks(email))}`;
export const phoneTerm = (phone: string) => `p ${cut(phone.replaceAll(/\D/g, ""))}`;
const fieldTerm = (name: string, value: string) => `f ${name}=${cut(foldMarks(value))}`;

/** The conditions of a list that the index can answer. */
export type AskedTerms = {
  search?: string | undefined;
  tag?: number | undefined;
  field?: string | undefined;
  value?: string | undefined;
  source?: "direct" | "ad" | "ref" | "contact" | undefined;
  ref?: string | undefined;
};

/** The query for customers that have all of it; null if nothing is asked. Words count by their beginning. */
export function termQuery(pageId: string, { search = "", tag, field, value, source, ref }: AskedTerms): string | null {
  const exact = [
    ...(tag === undefined ? [] : [`t ${tag}`]),
    ...(field === undefined ? [] : [value === undefined ? `f ${field}` : fieldTerm(field, value)]),
    ...(source === undefined ? [] : [ref === undefined ? `s ${source}` : `s ${source} ${cut(ref)}`]),
  ].map((term) => lexeme(pageId, term));
  const parts = [...exact, ...searchedWords(search).map((words) => anyOf(pageId, words))];
  return parts.length === 0 ? null : parts.join(" & ");
}

export const exactQuery = (pageId: string, term: string) => lexeme(pageId, term);

const anyOf = (pageId: string, words: string[]) =>
  `(${words.map((word) => `${lexeme(pageId, `w ${word}`)}:*`).join(" | ")})`;

/** A national number matches an international one without its first zero. */
function searchedWords(search: string): string[][] {
  const folded = foldMarks(search);
  const digits = folded.replaceAll(/[\s().+-]/g, "");
  const guest = findGuestNumber(folded);
  if (guest !== undefined) return [[guest]];
  const words = /^\d{4,}$/.test(digits)
    ? [digits]
    : folded.split(" ").flatMap((part) => (part.includes("@") || isPsid(part) ? [part] : wordsOf(part)));
  return words.slice(0, 8).map((word) => formsOf(word).map(cut));
}

const isPsid = (part: string) => idIn(part) !== part;

/** The word, and its form in the index. */
function formsOf(word: string): string[] {
  // An e-mail address may begin like a psid.
  if (isPsid(word)) return [word, idIn(word)];
  return /^0\d{3,}$/.test(word) ? [word, word.replace(/^0+/, "") || word] : [word];
}

function wordsOf(text: string): string[] {
  return (foldMarks(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(cut);
}

/** The number, and without a country code of one to three digits. */
function phoneWords(phone: string | null): string[] {
  const digits = (phone ?? "").replaceAll(/\D/g, "").slice(0, 20);
  return [0, 1, 2, 3].map((start) => digits.slice(start)).filter((word) => word.length >= 6);
}

function sourceTerms(source: string | null): string[] {
  if (source === null) return [];
  const [kind = "", ...rest] = source.split(" ");
  return rest.length === 0 ? [`s ${kind}`] : [`s ${kind}`, `s ${kind} ${cut(rest.join(" "))}`];
}

const cut = (text: string) => [...text].slice(0, maxLength).join("");
const inPage = (pageId: string, term: string) => `${pageId} ${term}`;
const lexeme = (pageId: string, term: string) =>
  `'${inPage(pageId, term).replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
