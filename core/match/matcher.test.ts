import { testCases } from "../test/cases.ts";
import { aKeyword, type KeywordDraft } from "../test/keyword.ts";
import { buildMatcher } from "./matcher.ts";

type Given = { keywords: KeywordDraft[]; text: string; instant?: string; zone?: string };

testCases(new URL("cases.json", import.meta.url), (given) => {
  const { keywords, text, instant = "2026-11-16T12:00:00Z", zone = "UTC" } = given as Given;
  const match = buildMatcher(keywords.map(aKeyword)).match(text, { instant: Date.parse(instant), zone });
  return match ? { keyword: match.keyword.name, rank: match.rank, phrases: match.phrases } : null;
});
