import { isObject } from "@banter/core/model/json.ts";

/** The form of a value in a request, by a platform's contract. */
export type Shape =
  | { kind: "text"; min?: number; max?: number; pattern?: RegExp; values?: string[]; isAddress?: boolean }
  | { kind: "flag" }
  | { kind: "whole" }
  | { kind: "list"; of: Shape; min?: number; max?: number }
  | { kind: "object"; must: Members; may: Members; isClosed: boolean }
  /** The value must match all parts. */
  | { kind: "all"; parts: Shape[] }
  /** The value must match exactly one form. */
  | { kind: "one"; forms: Shape[] }
  /** The value must match the form that `member` names. */
  | { kind: "by"; member: string; forms: Record<string, Shape> };
type Members = Record<string, Shape>;
type Limits<Kind extends Shape["kind"]> = Omit<Extract<Shape, { kind: Kind }>, "kind" | "of">;

export const text = (limits: Limits<"text"> = {}): Shape => ({ kind: "text", ...limits });
export const word = (...values: string[]): Shape => ({ kind: "text", values });
export const flag: Shape = { kind: "flag" };
export const whole: Shape = { kind: "whole" };
export const listOf = (of: Shape, limits: Limits<"list"> = {}): Shape => ({ kind: "list", of, ...limits });
export const object = (must: Members, may: Members = {}): Shape => ({ kind: "object", must, may, isClosed: false });
/** An object whose contract forbids other members. */
export const closed = (must: Members, may: Members = {}): Shape => ({ kind: "object", must, may, isClosed: true });
export const all = (...parts: Shape[]): Shape => ({ kind: "all", parts });
export const one = (...forms: Shape[]): Shape => ({ kind: "one", forms });
export const by = (member: string, forms: Record<string, Shape>): Shape => ({ kind: "by", member, forms });

/**
 * The deviations of a value from its shape. Members that an open object does not list are reported too: the contract
 * allows them but does not describe them.
 */
export function faultsOf(shape: Shape, value: unknown): string[] {
  return [...new Set(faultsAt(shape, value, "", new Set()))];
}

/** `known` are members that other parts list. */
function faultsAt(shape: Shape, value: unknown, path: string, known: Set<string>): string[] {
  const here = path === "" ? "it" : path;
  switch (shape.kind) {
    case "text":
      return typeof value === "string" ? faultsOfText(shape, value, here) : [`${here} is no text`];
    case "flag":
      return typeof value === "boolean" ? [] : [`${here} is no yes or no`];
    case "whole":
      return Number.isInteger(value) ? [] : [`${here} is no whole number`];
    case "list":
      if (!Array.isArray(value)) return [`${here} is no list`];
      return [
        ...faultsOfSize(shape, value.length, `${here} has ${value.length} items`),
        ...value.flatMap((item, index) => faultsAt(shape.of, item, within(path, String(index)), new Set())),
      ];
    case "object":
      return isObject(value) ? faultsOfObject(shape, value, path, known) : [`${here} is no object`];
    case "all": {
      const beside = new Set([...known, ...namesIn(shape)]);
      return shape.parts.flatMap((part) => faultsAt(part, value, path, beside));
    }
    case "one":
      return faultsOfForms(shape.forms, value, path, known);
    case "by": {
      const name = isObject(value) ? value[shape.member] : undefined;
      const form = typeof name === "string" && Object.hasOwn(shape.forms, name) ? shape.forms[name] : undefined;
      if (!form) return [`${within(path, shape.member)} is ${JSON.stringify(name) ?? "missing"}`];
      return faultsAt(form, value, path, known);
    }
  }
}

function faultsOfText(
  { min, max, pattern, values, isAddress = false }: Limits<"text">,
  value: string,
  here: string,
): string[] {
  const { length } = [...value];
  const isAstray =
    (pattern && !pattern.test(value)) || (values && !values.includes(value)) || (isAddress && !URL.canParse(value));
  return [
    ...(isAstray ? [`${here} is ${JSON.stringify(value)}`] : []),
    ...faultsOfSize({ min, max }, length, `${here} has ${length} characters`),
  ];
}

function faultsOfSize(
  { min = 0, max = Number.POSITIVE_INFINITY }: { min?: number | undefined; max?: number | undefined },
  size: number,
  words: string,
): string[] {
  if (size < min) return [`${words}, and ${min} at least`];
  return size > max ? [`${words}, and ${max} at most`] : [];
}

function faultsOfObject(
  { must, may, isClosed }: Limits<"object">,
  value: Record<string, unknown>,
  path: string,
  known: Set<string>,
): string[] {
  const missing = Object.keys(must).filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${within(path, name)} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const shape = Object.hasOwn(must, name) ? must[name] : Object.hasOwn(may, name) ? may[name] : undefined;
      if (shape) return faultsAt(shape, member, within(path, name), new Set());
      if (isClosed) return [`${within(path, name)} is refused`];
      return known.has(name) ? [] : [`${within(path, name)} is not listed`];
    }),
  ];
}

/** If no form matches, the deviations of the only form whose required members are all present. */
function faultsOfForms(forms: Shape[], value: unknown, path: string, known: Set<string>): string[] {
  const here = path === "" ? "it" : path;
  const results = forms.map((form) => faultsAt(form, value, path, known));
  const fitting = results.filter((faults) => faults.every((fault) => fault.endsWith("is not listed")));
  if (fitting.length > 1) return [`${here} is of several forms`];
  const meant = results.filter((_, index) => isMeant(forms[index], value));
  const [faults] = fitting.length === 1 ? fitting : meant.length === 1 ? meant : [];
  return faults ?? [`${here} with ${Object.keys(Object(value)).join(", ")} is of no form`];
}

function isMeant(form: Shape | undefined, value: unknown): boolean {
  return form?.kind === "object" && Object.keys(form.must).every((name) => Object.hasOwn(Object(value), name));
}

function namesIn(shape: Shape): string[] {
  if (shape.kind === "object") return [...Object.keys(shape.must), ...Object.keys(shape.may)];
  if (shape.kind === "all") return shape.parts.flatMap(namesIn);
  if (shape.kind === "one") return shape.forms.flatMap(namesIn);
  return shape.kind === "by" ? Object.values(shape.forms).flatMap(namesIn) : [];
}

function within(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
