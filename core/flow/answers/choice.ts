import { foldMarks, normalise } from "../../match/normalise.ts";
import { limits } from "../limits.ts";
import type { Reading } from "./reading.ts";

/** A choice by its text, ignoring case and accents, or by its number in the list: "2", "2." */
export function readChoice(words: string, { choices }: Pick<Reading, "choices">): string | undefined {
  // Longer texts are no choice, and comparing them with every choice is slow.
  if (words.length > limits.choiceLength) return undefined;
  const same = (as: (text: string) => string) => {
    const wanted = as(words);
    return choices.find((choice) => choice.length <= limits.choiceLength && as(choice) === wanted);
  };
  const number = /^\s*([0-9]{1,2})\s*[.)]?\s*$/.exec(words)?.[1];
  return same(normalise) ?? same(foldMarks) ?? (number === undefined ? undefined : choices[Number(number) - 1]);
}
