import { z } from "zod";
import { scalarText } from "./text.ts";

/** A call's own variables. They win over what is known of the customer; null counts as none. */
export const Payload = z
  .record(z.string().max(200, "must not hold names over 200 characters"), scalarText(10_000))
  .refine((payload) => Object.keys(payload).length <= 200, { error: "must hold at most 200 variables" })
  .nullish()
  .transform((payload) => payload ?? {});
export type Payload = z.output<typeof Payload>;
