import { lineRefusals } from "../line/refusals.ts";
import type { CodeMeaning } from "../refusal.ts";
import { channelRefusals } from "../refusals.ts";
import { telegramRefusals } from "../telegram/refusals.ts";
import { sentencesVi } from "./sentences.vi.ts";

/**
 * Puts what the server tells about a platform into the reader's language. It is stored and sent in English, as reasons
 * and notifications are older than the choice of a language. A platform's own words that we have none for stay.
 */
export const toldIn = (language: string, text: string): string => (language === "vi" ? inVietnamese(text) : text);

function inVietnamese(text: string): string {
  const known = sentencesVi[text] ?? wordsVi.get(text) ?? quoted(text);
  if (known !== undefined) return known;
  for (const [pattern, vi] of patterns) {
    const values = pattern.exec(text)?.slice(1);
    if (values) return vi.replaceAll(/\{([0-9])\}/g, (_, index) => inVietnamese(values[Number(index)] ?? ""));
  }
  return text;
}

const refusals = Object.values(channelRefusals).flatMap((byCode) => [...byCode.values()]);

/** Refusals are found by their English words too, since some are part of a longer sentence. */
const wordsVi: ReadonlyMap<string, string> = new Map(refusals.map(({ en, vi }) => [en, vi]));

/** A platform's error with its own English words, of which the code tells more in Vietnamese. */
const quotes: readonly [RegExp, (code: string, says: string) => string | undefined][] = [
  [
    /^Meta refused with error ([0-9/]+): (.*)$/s,
    (code, says) => `${viOf(metaWords(code)) ?? "Meta báo lỗi."} (Meta, lỗi ${code}: ${says})`,
  ],
  [
    /^WhatsApp has refused it with code ([0-9]+)\. (.*)$/s,
    (code, says) => `WhatsApp từ chối với mã ${code}. ${inVietnamese(says)}`,
  ],
  [
    /^Telegram answered ([0-9]+): (.*)$/s,
    (code, says) =>
      `${viOf(telegramRefusals.find(fits(code, says))) ?? "Telegram báo lỗi."} (Telegram, lỗi ${code}: ${says})`,
  ],
  [
    /^LINE answered ([0-9]+): (.*)$/s,
    (code, says) => `${viOf(lineRefusals.find(fits(code, says))) ?? "LINE báo lỗi."} (LINE, lỗi ${code}: ${says})`,
  ],
  [
    /^Zalo refused with error (-?[0-9]+)(?: \(.*?\))?\..*$/s,
    (code) => `${viOf(channelRefusals.zalo?.get(code)) ?? "Zalo báo lỗi."} (Zalo, lỗi ${code})`,
  ],
];

function quoted(text: string): string | undefined {
  for (const [pattern, words] of quotes) {
    const [, code = "", says = ""] = pattern.exec(text) ?? [];
    if (code !== "") return words(code, says);
  }
  return undefined;
}

const viOf = (refusal: CodeMeaning | undefined) => refusal?.vi;

/** As the adapter reads a code: whole, by its long subcode, or by the code alone. */
function metaWords(codes: string): CodeMeaning | undefined {
  const [code = "", subcode = ""] = codes.split("/");
  const known = channelRefusals.messenger;
  return known?.get(codes) ?? (subcode.length > 6 ? known?.get(subcode) : undefined) ?? known?.get(code);
}

const fits =
  (code: string, text: string) =>
  ({ status, says }: { status: number; says?: RegExp }) =>
    status === Number(code) && (says?.test(text) ?? true);

/** Sentences with more words of their own come first, because they say more exactly what they fit. */
const patterns: readonly [RegExp, string][] = Object.entries(sentencesVi)
  .filter(([en]) => en.includes("{0}"))
  .sort(([one], [other]) => other.replaceAll(/\{[0-9]\}/g, "").length - one.replaceAll(/\{[0-9]\}/g, "").length)
  .map(([en, vi]) => [
    new RegExp(`^${en.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[0-9]\}/g, "(.+?)")}$`, "s"),
    vi,
  ]);
