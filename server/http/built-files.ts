import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Reads the files that were built for browsers. `part` is `widget` or `console`. */
export function builtFiles(part: string) {
  const folder = new URL(`../../${part}/dist/`, import.meta.url);

  function read(name: string): Buffer {
    const file = new URL(name, folder);
    if (!existsSync(file)) throw new Error(`The ${part} has not been built. Start with npm start, which builds it.`);
    return readFileSync(file);
  }
  /** The names of the files in a subfolder. */
  function list(within: string): string[] {
    const inner = new URL(`${within}/`, folder);
    return existsSync(inner) ? readdirSync(inner) : [];
  }
  return { read, list };
}

export const safeHeaders = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** For pages: no window that opened them, or that they open, gets a hold of them. */
export const pageHeaders = { ...safeHeaders, "cross-origin-opener-policy": "same-origin" };
