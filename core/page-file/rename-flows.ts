import { mapKeyedReferences } from "../flow/document/keyed-references.ts";
import { mapReferences } from "../flow/document/references.ts";
import { freeName } from "../model/names.ts";
import type { PageFile } from "./schema.ts";

/**
 * The file with new names for flows that the page already has, everywhere in it, so that applying it changes no flow of
 * the page. `Sales/Confirm` becomes `Sales/Confirm (2)`.
 */
export function renameFlows(before: PageFile, after: PageFile): PageFile {
  const taken = new Set([...(before.flows ?? []), ...(after.flows ?? [])].map(({ name }) => name));
  const there = new Set(before.flows?.map(({ name }) => name));
  const names = new Map<string, string>();
  for (const { name } of after.flows ?? []) {
    if (!there.has(name)) continue;
    const free = freePath(name, taken);
    taken.add(free);
    names.set(name, free);
  }
  const renamed = (name: string | null) => (name === null ? null : (names.get(name) ?? name));
  const inDocument = <Document>(document: Document): Document =>
    mapReferences(document, ({ kind, by, value }) =>
      kind === "flow" && typeof value === "string" ? { by, value: renamed(value) } : undefined,
    );
  const withFlow = <Item extends object>(item: Item): Item =>
    "flow" in item ? { ...item, flow: renamed(item.flow as string | null) } : item;
  const withFlows = <Data>(data: Data): Data =>
    mapFlowNames(data, (name) => (typeof name === "string" ? renamed(name) : name));
  return {
    ...after,
    page: after.page && {
      ...after.page,
      welcome: renamed(after.page.welcome),
      default_reply: renamed(after.page.default_reply),
    },
    flows: after.flows?.map((flow) => ({
      ...flow,
      name: renamed(flow.name) ?? flow.name,
      document: inDocument(flow.document),
      draft: flow.draft && inDocument(flow.draft),
    })),
    keywords: after.keywords?.map(withFlow),
    ice_breakers: after.ice_breakers?.map(withFlow),
    main_menu: after.main_menu?.map(withFlow),
    tools: after.tools?.map(withFlow),
    evaluations: after.evaluations?.map(withFlow),
    segments: withFlows(after.segments),
    sequences: withFlows(after.sequences),
    rules: withFlows(after.rules),
  };
}

/** The data of a page file with other names for its flows. */
export const mapFlowNames = <Data>(data: Data, change: (name: unknown) => unknown): Data =>
  mapKeyedReferences(data, "same", ({ kind, value }) => (kind === "flow" ? change(value) : value));

/** A free name in the same folder. */
function freePath(path: string, taken: Set<string>): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const names = [...taken].filter((each) => each.startsWith(folder)).map((each) => each.slice(folder.length));
  return folder + freeName(path.slice(folder.length), names);
}
