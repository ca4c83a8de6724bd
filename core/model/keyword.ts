import { z } from "zod";
import { Id } from "./id.ts";
import { Name } from "./names.ts";
import { text } from "./text.ts";
import { Hours } from "./time/hours.ts";

/** The ways to look for a keyword's phrases in a message. */
export const KeywordMatch = z.enum(["is", "contains_word", "contains", "begins", "ends", "regex"]);
export type KeywordMatch = z.infer<typeof KeywordMatch>;

export const Phrase = text(500);

export const Keyword = z.strictObject({
  id: Id,
  name: Name,
  match: KeywordMatch,
  phrases: z.array(Phrase).max(200),
  require: z.enum(["any", "all"]),
  excludes: z.array(Phrase).max(200),
  typos: z.boolean(),
  hours: Hours.nullable(),
  flowId: Id.nullable(),
  isActivated: z.boolean(),
});
export type Keyword = z.infer<typeof Keyword>;
