import { DraftDocument } from "@banter/core/flow/document/document.ts";
import { healDraft } from "@banter/core/flow/document/heal.ts";
import { faultOfMask, masksIn, unmaskSecrets } from "@banter/core/flow/document/secret-values.ts";
import { lint } from "@banter/core/flow/lint/lint.ts";
import type { LintContext, Problem } from "@banter/core/flow/problem.ts";
import type { Fault } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { TreeName } from "@banter/core/model/names.ts";
import type { Flow } from "../../../store/catalog/flows.ts";
import { formIn } from "../read-reply.ts";
import { type PageNames, type UnknownName, withIds } from "./page-names.ts";

export type Proposed = { name: string | null; draft: JsonObject; problems: Problem[]; unknown: UnknownName[] };

/** The page that a draft is made for, and the words that it may take addresses from. */
type Surroundings = {
  description: string;
  /** Undefined for a new flow. */
  flow: Pick<Flow, "draft" | "published"> | undefined;
  names: PageNames;
  context: LintContext;
};

/** Reads a model's answer as a draft that can be saved and published. Names that the page lacks are faults beside it. */
export function judgeFlow(text: string, around: Surroundings): { faults: Fault[]; proposed?: Proposed } {
  const form = formIn(text);
  if (!form || !isObject(form.document)) {
    return { faults: [{ path: "", message: "must be one JSON object with `name` and `document`" }] };
  }
  const { start, steps } = form.document;
  const { document, unknown } = withIds({ version: 1, start, steps, ...layoutOf(around, steps) }, around.names);
  const { flow, context } = around;
  const whole = flow ? unmaskSecrets(document, [flow.draft, flow.published]) : document;
  const parsed = DraftDocument.safeParse(whole);
  const refused = [
    ...(parsed.success ? masksIn(whole).map(faultOfMask) : faultsOf(parsed.error)),
    ...faultsOfAddresses(document, around),
  ];
  if (refused.length > 0) return { faults: refused };
  const draft = healDraft(whole) as JsonObject;
  const problems = lint(draft, context);
  // Unfinished steps of the owner are no fault of the model.
  const before = new Set(flow ? lint(flow.draft, context).flatMap((each) => (each.step ? [keyOf(each)] : [])) : []);
  const errors = problems.filter((problem) => problem.severity === "error" && !before.has(keyOf(problem)));
  if (errors.length > 0) return { faults: errors.map(({ path, message }) => ({ path, message })) };
  const name = TreeName.safeParse(String(form.name ?? "").trim());
  const proposed = { name: name.success ? name.data : null, draft, problems, unknown };
  return { faults: unknown.map(faultOfName), proposed };
}

const faultOfName = ({ kind, name, path }: UnknownName): Fault => ({
  ...{ path, message: `names a ${kind} that the page does not have: ${JSON.stringify(name)}` },
});

const keyOf = ({ code, path }: Problem) => `${code} ${path}`;

/** Steps that stay keep their places on the canvas. */
function layoutOf({ flow }: Surroundings, steps: unknown): { layout?: JsonObject } {
  const layout = flow && isObject(flow.draft) && isObject(flow.draft.layout) ? flow.draft.layout : undefined;
  if (!layout || !isObject(steps)) return {};
  return { layout: Object.fromEntries(Object.entries(layout).filter(([id]) => Object.hasOwn(steps, id))) };
}

/** A model makes up addresses, and what it has read may tell it some: only those of the owner are taken. */
function faultsOfAddresses(document: unknown, { description, flow }: Surroundings): Fault[] {
  const known = `${description}\n${JSON.stringify(flow?.draft ?? "")}`;
  const hosts = new Set(
    known
      .toLowerCase()
      .match(/[\p{L}\p{N}.-]+/gu)
      ?.map((host) => host.replace(/^\.+|\.+$/g, "")),
  );
  const written = JSON.stringify(document);
  const foreign = [...written.matchAll(/\b(?:https?:)?\/\/([^\s/?#"'\\:<>]+)/gi)]
    .map(([, host = ""]) => host.toLowerCase())
    .filter((host) => !hosts.has(host));
  const secrets = [...written.matchAll(/\{\{\s*secret\.[^{}]*\}\}/g)].filter(([secret]) => !known.includes(secret));
  return [
    ...[...new Set(foreign)].map((host) => ({
      path: "/steps",
      message: `holds an address that the owner has not given: ${host}. Leave it out`,
    })),
    ...secrets.map(([secret]) => ({ path: "/steps", message: `holds a secret of the page: ${secret}. Leave it out` })),
  ];
}
