import { testCases } from "../test/cases.ts";
import { aKeyword, type KeywordDraft } from "../test/keyword.ts";
import { buildMatcher } from "./matcher.ts";

testCases(new URL("explain-cases.json", import.meta.url), (given) => {
  const { keywords, text } = given as { keywords: KeywordDraft[]; text: string };
  const at = { instant: Date.parse("2026-11-16T12:00:00Z"), zone: "UTC" };
  return buildMatcher(keywords.map(aKeyword))
    .explain(text, at)
    .candidates.map(({ id, rank, lost }) => ({ id, ...(rank && { rank }), ...(lost ?? { reason: "won" }) }));
});
