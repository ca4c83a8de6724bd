import { z } from "zod";
import { isBlank } from "../../model/text.ts";
import { limits } from "../limits.ts";
import { readChoice } from "./choice.ts";
import { readDate } from "./date.ts";
import { readNumber } from "./number.ts";
import { readPhone } from "./phone.ts";
import type { Reading } from "./reading.ts";

/** A reader per kind of answer. Returns the value in the form it is stored in; undefined if the words do not fit. */
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
