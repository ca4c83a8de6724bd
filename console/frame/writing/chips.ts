import { parseTemplate, type TemplatePiece } from "@banter/core/flow/render/template.ts";

/** A variable, or words that vary, within a text. People see it as one thing; the document has its source. */
export type Chip = Exclude<TemplatePiece, { type: "text" }> & { start: number; end: number };

/** The words of a chip, in the reader's language. `or` is the words for an empty value. */
export type ChipWords = { title: string; or?: string };

export function chipsIn(text: string): Chip[] {
  let end = 0;
  return parseTemplate(text).flatMap((part): Chip[] => {
    const start = end;
    end += part.source.length;
    return part.type === "text" ? [] : [{ ...part, start, end }];
  });
}

export const chipBefore = (text: string, place: number) => chipsIn(text).find(({ end }) => end === place);
export const chipAfter = (text: string, place: number) => chipsIn(text).find(({ start }) => start === place);

/** The chip that fills a selection exactly. */
export function chosenChip(text: string, { start, end }: { start: number; end: number }): Chip | undefined {
  return chipsIn(text).find((chip) => chip.start === start && chip.end === end);
}

export function chipWords(part: Exclude<TemplatePiece, { type: "text" }>, nameOf: (name: string) => string): ChipWords {
  if (part.type !== "variable") return { title: part.choices.join(" / ") };
  const title = nameOf(part.name);
  return part.fallback ? { title, or: part.fallback } : { title };
}

/** The source of words that vary. A single one is said twice: alone it would be the name of a variable. */
export function varyingText(type: "spin" | "gender", words: readonly string[]): string {
  const plain = words.map((each) => each.replaceAll(/[{}|\n]+/g, " "));
  const choices = plain.length < 2 ? [plain[0] ?? "", plain[0] ?? ""] : plain;
  return `${type === "gender" ? "#GENDER" : ""}{{${choices.join("|")}}}`;
}
