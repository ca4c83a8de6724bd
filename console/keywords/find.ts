import { foldMarks } from "@banter/core/match/normalise.ts";
import type { KeywordInfo } from "./keyword.ts";

/** Finds keywords by words of their names and phrases, capitals and marks aside. */
export function finderOf(keywords: readonly KeywordInfo[]): (query: string) => KeywordInfo[] {
  const readied = keywords.map((keyword) => ({
    keyword,
    plain: foldMarks([keyword.name, ...keyword.phrases].join("\n")),
  }));
  return (query) => {
    const words = foldMarks(query)
      .split(" ")
      .filter((word) => word !== "");
    return readied.filter(({ plain }) => words.every((word) => plain.includes(word))).map(({ keyword }) => keyword);
  };
}
