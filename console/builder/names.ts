import type { LintContext } from "@banter/core/flow/lint/lint.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import type { Names } from "./edit/copy.ts";

type Named = { id: number; name: string };
export type PageThings = {
  flows: ReplyOf<"GET /pages/:page_id/tree">["flows"];
  trashed: readonly Named[];
  tags: readonly Named[];
  fields: readonly Named[];
};

/** The names of the page's flows, tags and fields by id. */
export function namesOf({ flows, tags, fields }: PageThings): Names {
  const byId = (things: readonly Named[]) => new Map(things.map(({ id, name }) => [id, name]));
  return { flow: byId(flows), tag: byId(tags), field: byId(fields) };
}

/** The state of every flow that a step may refer to, including the trash. */
export function flowStates({ flows, trashed }: PageThings): LintContext["flows"] {
  return new Map([
    ...trashed.map(({ id, name }) => [id, { name, isPublished: false, isTrashed: true }] as const),
    ...flows.map(
      ({ id, name, published_version }) =>
        [id, { name, isPublished: published_version !== null, isTrashed: false }] as const,
    ),
  ]);
}
