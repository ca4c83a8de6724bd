import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Matches a text of the console, in the language of the pictures, by its English words. Its variables match anything. */
export type Words = (english: string) => RegExp;

export async function readWords(language: "en" | "vi"): Promise<Words> {
  const texts = new Map<string, Set<string>>();
  const folder = new URL("../../console/", import.meta.url);
  for (const file of globSync("*/**/words.ts", { cwd: fileURLToPath(folder), exclude: ["dist/**"] })) {
    const { en, vi } = await import(new URL(file, folder).href);
    if (en && vi) collect(en, language === "vi" ? vi : en, texts);
  }
  return (english) => {
    const found = texts.get(english);
    if (!found) throw new Error(`The console has no text "${english}".`);
    return new RegExp(`^(${[...found].map(patternOf).join("|")})$`);
  };
}

type Tree = { [key: string]: string | Tree };

/** One English text may have several translations, one for each place that it stands at. */
function collect(english: Tree, other: Tree, into: Map<string, Set<string>>): void {
  for (const [key, value] of Object.entries(english)) {
    const there = other[key];
    if (typeof value === "string" && typeof there === "string")
      into.set(value, (into.get(value) ?? new Set()).add(there));
    else if (typeof value === "object" && typeof there === "object") collect(value, there, into);
  }
}

const patternOf = (text: string) =>
  text
    .split(/\{\{[^}]+\}\}/)
    .map((part) => RegExp.escape(part))
    .join(".*");
