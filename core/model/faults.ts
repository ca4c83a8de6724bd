import type { z } from "zod";
import type { Fault } from "./error.ts";
import { pointer } from "./pointer.ts";

type Issue = z.core.$ZodIssue;

/** A fault whose path is still a list of keys. */
export type PlainFault = { path: PropertyKey[]; message: string };

/** The faults of a value, in words for callers. */
export function faultsOf(error: z.ZodError, limit = 20): Fault[] {
  return plainFaultsOf(error, limit).map(({ path, message }) => ({ path: pointer(path), message }));
}

/**
 * The same with plain paths. The words are ours, because zod's messages quote the caller's text and grow with it. A
 * schema's own message, recognised by its first word, is kept.
 */
export function plainFaultsOf(error: z.ZodError, limit = 20): PlainFault[] {
  const faults: PlainFault[] = [];
  for (const issue of error.issues) {
    if (faults.length >= limit) break;
    faults.push(...faultsOfIssue(issue, []));
  }
  return faults.slice(0, limit);
}

function faultsOfIssue(issue: Issue, parent: readonly PropertyKey[]): PlainFault[] {
  const path = [...parent, ...issue.path];
  if (isOurs(issue.message)) return [{ path, message: issue.message }];
  if (issue.code === "invalid_union") {
    const branch = nearest(issue.errors);
    if (branch) return branch.flatMap((inner) => faultsOfIssue(inner, path));
  }
  // A bad key is the caller's own text, which a path must not repeat.
  if (issue.code === "invalid_key") {
    const rule = issue.issues.map((inner) => inner.message).find(isOurs);
    return [{ path: path.slice(0, -1), message: rule ? `has a key that ${rule}` : "has a key of a wrong form" }];
  }
  return [{ path, message: messageOf(issue) }];
}

/** The branch of a union that was meant: the value is of its type, its discriminator fits, and it has the fewest faults. */
function nearest(branches: Issue[][]): Issue[] | undefined {
  const distance = (issues: Issue[]) =>
    issues.some(({ path, code }) => path.length === 1 && code === "invalid_value") ? 1_000 : issues.length;
  return branches
    .filter((issues) => issues.every(({ path, code }) => path.length > 0 || code !== "invalid_type"))
    .sort((one, other) => distance(one) - distance(other))[0];
}

const isOurs = (message: string) => /^(must|is|has) /.test(message);

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return "is required";
      return `must be ${nouns[issue.expected] ?? "of another type"}`;
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options) ? oneOf(issue.options) : "has a wrong form";
    case "unrecognized_keys":
      return "must not hold unknown fields";
    case "too_big":
      return limit(issue.origin, Number(issue.maximum), issue.inclusive ? "at most" : "less than");
    case "too_small":
      return limit(issue.origin, Number(issue.minimum), issue.inclusive ? "at least" : "more than");
    default:
      return "has a wrong form";
  }
}

const nouns: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  null: "null",
};

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`;
}

function limit(origin: string, bound: number, comparison: string): string {
  if (origin === "string") return `must be ${comparison} ${bound} ${bound === 1 ? "character" : "characters"}`;
  if (origin === "array") return `must hold ${comparison} ${bound} ${bound === 1 ? "item" : "items"}`;
  return bound === Number.MAX_SAFE_INTEGER ? "must be below 2^53" : `must be ${comparison} ${bound}`;
}
