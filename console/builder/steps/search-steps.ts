import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import { foldMarks } from "@banter/core/match/normalise.ts";
import { paletteTypes } from "./palette-types.ts";
import type { Say } from "./summary.ts";

/**
 * The step types that a search finds, without regard to case and accents: each word must begin a word of the title or
 * the help. Matches in the title come first.
 */
export function searchSteps(search: string, say: Say): StepTypeName[] {
  const words = wordsIn(search);
  const inTitle = (type: StepTypeName) => hasAll(words, say(`steps.${type}.title`));
  const inHelp = (type: StepTypeName) =>
    hasAll(words, `${say(`steps.${type}.title`)} ${say(`steps.${type}.help`)} ${type}`);
  return [...paletteTypes.filter(inTitle), ...paletteTypes.filter((type) => !inTitle(type) && inHelp(type))];
}

function hasAll(words: string[], text: string): boolean {
  const known = wordsIn(text);
  return words.every((word) => known.some((each) => each.startsWith(word)));
}

function wordsIn(text: string): string[] {
  return foldMarks(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
