import { mapReferences } from "../flow/document/references.ts";
import { freeName } from "../model/names.ts";
import { mapFlowNames } from "./rename-flows.ts";
import type { PageFile, WholePageFile } from "./schema.ts";

/** `greets` makes the template's welcome the page's, even if the page has one. */
export type FitOptions = { greets?: boolean | undefined };

/**
 * The part of a template that a page lacks, as a file to apply behind the page's own items. It only adds: names that the
 * page uses already are avoided, and settings of the page that have a value keep it. On a page with flows, those of the
 * template get a folder of their own. Ice breakers and menu are added only if the page has none.
 */
export function fitTemplate(
  page: WholePageFile,
  template: WholePageFile,
  { greets = false }: FitOptions = {},
): WholePageFile {
  const folder = hasFlows(page) ? freeName(template.page.name, page.folders ?? []) : undefined;
  const moved = <Path extends string | null>(path: Path) =>
    path === null || folder === undefined ? path : `${folder}/${path}`;
  const inFolder = <Document>(document: Document) =>
    mapReferences(document, ({ kind, value }) =>
      kind === "flow" ? { by: "name", value: moved(value as string | null) } : undefined,
    );
  const toFlow = <Item extends object>(item: Item) =>
    "flow" in item ? { ...item, flow: moved(item.flow as string | null) } : item;
  const toFlows = <Item>(item: Item) => mapFlowNames(item, (path) => moved(path as string | null));
  const renamed = <Item extends { name: string }>(item: Item, others: { name: string }[] = []) => ({
    ...item,
    name: freeName(item.name, namesOf(others)),
  });
  const refs = new Set((page.tools ?? []).map(({ ref }) => ref));
  return {
    banter: 1,
    page: fitPage(page.page, template.page, { greets, moved }),
    ...some("tags", without(template.tags, page.tags ?? [])),
    ...some(
      "fields",
      template.fields?.filter(({ name }) => !fieldsOf(page).has(name)),
    ),
    ...some("folders", [...(folder === undefined ? [] : [folder]), ...(template.folders ?? []).map(moved)]),
    ...some(
      "flows",
      template.flows?.map(({ name, published, document, draft }) => ({
        ...{ name: moved(name), published, document: inFolder(document) },
        ...(draft && { draft: inFolder(draft) }),
      })),
    ),
    ...some(
      "keywords",
      template.keywords?.map((keyword) => renamed(toFlow(keyword), page.keywords)),
    ),
    ...some("ice_breakers", page.ice_breakers?.length ? [] : template.ice_breakers?.map(toFlow)),
    ...some("main_menu", page.main_menu?.length ? [] : template.main_menu?.map(toFlow)),
    ...some(
      "tools",
      template.tools
        ?.filter(({ ref }) => ref === null || !refs.has(ref))
        .map((tool) => renamed(toFlow(tool), page.tools)),
    ),
    ...some(
      "segments",
      template.segments?.map((segment) => renamed(toFlows(segment), page.segments)),
    ),
    ...some(
      "sequences",
      // Flows and rules name it: one of the same name on the page stands for it.
      template.sequences?.filter(({ name }) => !namesOf(page.sequences ?? []).includes(name)).map(toFlows),
    ),
    ...some(
      "rules",
      template.rules?.map((rule) => renamed(toFlows(rule), page.rules)),
    ),
    ...some(
      "knowledge",
      template.knowledge?.map((source) => renamed(source, page.knowledge)),
    ),
    ...some(
      "evaluations",
      template.evaluations?.map((evaluation) => renamed(toFlow(evaluation), page.evaluations)),
    ),
  };
}

/** Names of fields that the page has with another type than the template: the template's flows could not use them. */
export function conflictingFields(page: PageFile, template: PageFile): string[] {
  const types = fieldsOf(page);
  return (template.fields ?? []).flatMap(({ name, type }) => ((types.get(name) ?? type) === type ? [] : [name]));
}

type Page = WholePageFile["page"];

function fitPage(page: Page, template: Page, { greets, moved }: { greets: boolean; moved: (path: string) => string }) {
  const flow = (own: string | null, given: string | null) => own ?? (given === null ? null : moved(given));
  return {
    ...page,
    greeting: page.greeting ?? template.greeting,
    hours: page.hours ?? template.hours,
    welcome: flow(greets ? null : page.welcome, template.welcome),
    default_reply: flow(page.default_reply, template.default_reply),
    default_reply_seconds: page.default_reply === null ? template.default_reply_seconds : page.default_reply_seconds,
  };
}

const hasFlows = ({ flows, folders }: PageFile) => (flows?.length ?? 0) + (folders?.length ?? 0) > 0;
const fieldsOf = ({ fields }: PageFile) => new Map((fields ?? []).map(({ name, type }) => [name, type]));
const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);
const without = (items: string[] = [], taken: string[]) => items.filter((item) => !taken.includes(item));

/** A section, unless it is empty: then the page's is left alone. */
const some = <Key extends string, Item>(key: Key, items: Item[] = []) =>
  (items.length > 0 ? { [key]: items } : {}) as { [K in Key]?: Item[] };
