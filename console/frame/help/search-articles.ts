import { foldMarks } from "@banter/core/match/normalise.ts";
import { type ArticleName, type Articles, articleNames } from "./article-of.ts";

/** Articles that contain every word of the query, in any form of accents; those with a word in the title come first. */
export function searchArticles(articles: Articles, query: string): ArticleName[] {
  const words = foldMarks(query)
    .split(" ")
    .filter((word) => word !== "");
  const titleOf = (name: ArticleName) => foldMarks(articles[name].title);
  const textOf = (name: ArticleName) => foldMarks([articles[name].title, ...articles[name].body.flat()].join(" "));
  const found = articleNames.filter((name) => words.every((word) => textOf(name).includes(word)));
  const isTitled = (name: ArticleName) => words.some((word) => titleOf(name).includes(word));
  return [...found.filter(isTitled), ...found.filter((name) => !isTitled(name))];
}
