import { z } from "zod";

/** The calls of the public API that a token may make. Each includes the one before it: whoever sends needs the ids of flows. */
export const TokenScope = z.enum(["read", "send", "all"]);
export type TokenScope = z.infer<typeof TokenScope>;

/** True if a token with this scope may make calls that need the other. */
export const covers = (scope: TokenScope, needed: TokenScope): boolean =>
  TokenScope.options.indexOf(scope) >= TokenScope.options.indexOf(needed);
