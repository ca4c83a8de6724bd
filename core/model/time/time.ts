import { z } from "zod";

/** An instant: a Date in code, ISO 8601 in UTC on the wire. */
export const Time = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
