import { z } from "zod";
import { isBlank, isStorable } from "./text.ts";

/** The deepest nesting of folders. */
export const maxFolderDepth = 20;

/** A folder's or flow's name. A slash separates folders in the page file, so a name holds none. */
export const TreeName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => isPlain(name) && !name.includes("/"), {
    error: "must be plain text without a slash or spaces around it",
  });

/** The name of a keyword, a tool, a tag, a page. */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .refine(isPlain, { error: "must be plain text without spaces around it" });

/** A custom field's name. Templates use it between braces, so it never changes. */
export const FieldName = z
  .string()
  .regex(/^[\p{L}_][\p{L}\p{M}\p{N}_]{0,63}$/u, "must be letters, digits and underscores, not starting with a digit");

/** The field's name for what people call it: "Cỡ áo" is `Cỡ_áo`. Undefined if nothing of the text can be used. */
export function fieldNameOf(label: string): string | undefined {
  const name = label
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, "_")
    .replace(/^\d/, "_$&")
    .slice(0, 64);
  return FieldName.safeParse(name).success ? name : undefined;
}

/** The name itself or, if it is taken, the first free one of `Orders (2)`, `Orders (3)` and so on. */
export function freeName(name: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : withSuffix(name, ` (${number})`);
    if (!names.has(free)) return free;
  }
}

/** Shortens the name where both together would be too long. */
function withSuffix(name: string, suffix: string): string {
  const whole = name + suffix;
  return TreeName.safeParse(whole).success ? whole : withSuffix([...name].slice(0, -1).join("").trimEnd(), suffix);
}

function isPlain(name: string): boolean {
  return isStorable(name) && !isBlank(name) && name === name.trim() && !/\p{Cc}/u.test(name);
}

/**
 * The name of a command, without its slash. `start` is the platform's, and a name that ends like `m12` is one of ours
 * for the menu item with that id.
 */
export const CommandName = z
  .string()
  .regex(/^[a-z0-9_]{1,32}$/, "must be 1 to 32 lowercase letters, digits and _")
  .refine((name) => name !== "start" && !/(^|_)m[0-9]+$/.test(name), { error: "is a name that Banter uses" });

/** Two items with one command would lead to two places. */
export function haveOwnCommands(items: readonly object[], context: z.RefinementCtx) {
  const taken = new Set<string>();
  for (const [index, item] of items.entries()) {
    const command = "command" in item ? item.command : null;
    if (typeof command !== "string") continue;
    if (taken.has(command)) context.addIssue({ code: "custom", path: [index, "command"], message: "is used twice" });
    taken.add(command);
  }
}
