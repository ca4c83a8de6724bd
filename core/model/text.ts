import { z } from "zod";

/** Text that people see: at least one visible character, at most `max` code points, storable in PostgreSQL. */
export const text = (max: number) =>
  storable(z.string().min(1, { error: "must not be blank", abort: true }).max(max)).refine((value) => !isBlank(value), {
    error: "must not be blank",
    abort: true,
  });

/** Text that may be empty. */
export const anyText = (max: number) => storable(z.string().max(max));

/** A value that becomes text: callers write `42` and `true` as they are. */
export const scalarText = (max: number) =>
  z.union([anyText(max), z.number().transform(String), z.boolean().transform(String)], {
    error: ({ input }) => (input === undefined ? "is required" : "must be text, a number, true or false"),
  });

/** Only white space and invisible characters, zero-width characters and fillers included. */
export const isBlank = (value: string) =>
  /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(value);

/** PostgreSQL stores neither NUL nor a lone surrogate. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

function storable(schema: z.ZodString) {
  return schema.refine(isStorable, { error: "must not hold NUL or lone surrogates", abort: true });
}
