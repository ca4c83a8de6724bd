import { z } from "zod";
import { scalarText } from "./text.ts";

/** The variables of a send. They override facts about the customer; null counts as missing. */
export const Payload = z
  .record(z.string().max(200, "must not hold names over 200 characters"), scalarText(10_000))
  .refine((payload) => Object.keys(payload).length <= 200, { error: "must hold at most 200 variables" })
  .nullish()
  .transform((payload) => payload ?? {});
export type Payload = z.output<typeof Payload>;
