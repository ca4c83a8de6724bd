import { z } from "zod";

const notAnId = "must be a positive integer below 2^53";
const error = ({ input }: { input?: unknown }) => (input === undefined ? "is required" : notAnId);

/** Folders, flows, keywords, ice breakers, menu items, tools, tags and fields: positive integers below 2^53. */
export const Id = z.int({ error }).positive({ error });
export type Id = z.infer<typeof Id>;

/** An id as callers send it: an integer, or its decimal text, because some clients quote their ids. */
export const WireId = z
  .union([Id, z.string().regex(/^[1-9][0-9]{0,15}$/, { error })], { error })
  .transform((id, context) => {
    const number = Number(id);
    if (Number.isSafeInteger(number)) return number;
    context.issues.push({ code: "custom", message: notAnId, input: id });
    return z.NEVER;
  });
