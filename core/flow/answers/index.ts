import { z } from "zod";
import { isBlank } from "../../model/text.ts";
import { limits } from "../limits.ts";
import { readChoice } from "./choice.ts";
import { readDate } from "./date.ts";
import { readNumber } from "./number.ts";
import { readPhone } from "./phone.ts";

/** What an answer is read by, besides its words. */
export type Reading = {
  /** How the customer writes numbers and dates: "vi", "en_US". */
  locale: string | null;
  /** Where the customer may be, the likeliest first: a telephone number without a country is from there. */
  zones: readonly (string | null)[];
  now: number;
  choices: readonly string[];
};

/** Every kind of answer: the form in which it is kept, or undefined if the words are none. */
export const answers = {
  text: (words) => (isBlank(words) ? undefined : words.trim().slice(0, limits.textLength).toWellFormed()),
  number: readNumber,
  email: (words) => (words.length > 300 ? undefined : Email.safeParse(words.trim()).data),
  phone: readPhone,
  date: readDate,
  choice: readChoice,
} satisfies Record<string, (words: string, reading: Reading) => string | undefined>;
export type AnswerKind = keyof typeof answers;

const Email = z.email().max(254);
