import type { LintContext } from "@banter/core/flow/problem.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import type { Names } from "../edit/copy.ts";

type Named = { id: number; name: string };
export type PageCatalog = {
  flows: ReplyOf<"GET /pages/:page_id/tree">["flows"];
  trashed: readonly Named[];
  tags: readonly Named[];
  fields: readonly (Named & { label: string })[];
  sequences: readonly Named[];
  models: readonly Named[];
  sources: readonly Named[];
};

/** The names of the page's flows, tags, fields, sequences, models and sources by id. */
export function namesOf({ flows, tags, fields, sequences, models, sources }: PageCatalog): Names {
  const byId = (named: readonly Named[]) => new Map(named.map(({ id, name }) => [id, name]));
  const fieldLabels = new Map(fields.map(({ name, label }) => [name, label]));
  return {
    ...{ flow: byId(flows), tag: byId(tags), field: byId(fields), sequence: byId(sequences) },
    ...{ model: byId(models), source: byId(sources), fieldLabels },
  };
}

/** The state of every flow that a step may refer to, including the trash. */
export function flowStates({ flows, trashed }: PageCatalog): LintContext["flows"] {
  const states = new Map<number, FlowState>();
  for (const { id, name } of trashed) states.set(id, { name, isPublished: false, isTrashed: true });
  for (const { id, name, published_version, is_on } of flows)
    states.set(id, { name, isPublished: published_version !== null, isTrashed: false, isOff: !is_on });
  return states;
}

type FlowState = { name: string; isPublished: boolean; isTrashed: boolean; isOff?: boolean };
