import { foldMarks } from "@banter/core/match/normalise.ts";
import type { KeywordInfo } from "./keyword.ts";

/** Finds keywords by words of their names and phrases; capitals and diacritics make no difference. */
export function finderOf(keywords: readonly KeywordInfo[]): (query: string) => KeywordInfo[] {
  const prepared = keywords.map((keyword) => ({
    keyword,
    plain: foldMarks([keyword.name, ...keyword.phrases].join("\n")),
  }));
  return (query) => {
    const words = foldMarks(query)
      .split(" ")
      .filter((word) => word !== "");
    return prepared.filter(({ plain }) => words.every((word) => plain.includes(word))).map(({ keyword }) => keyword);
  };
}
