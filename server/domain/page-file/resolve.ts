import { faultsOfForm } from "@banter/core/api/prechat-form.ts";
import { AudienceSettings, defaultAudience } from "@banter/core/audience/settings.ts";
import { DraftDocument } from "@banter/core/flow/document/document.ts";
import { lint } from "@banter/core/flow/lint/lint.ts";
import type { LintContext } from "@banter/core/flow/problem.ts";
import { type Fault, invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { defaultInbox } from "@banter/core/model/inbox-settings.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { formOf, sourceOf } from "../knowledge/sources.ts";
import type { MatchedItems } from "./match.ts";
import { type GivenIds, giveIds, type Names, namesOf } from "./names.ts";
import type { PageState } from "./state.ts";

/** `isBehind` puts new items behind those that stay; otherwise the items of the file come first. */
type Placing = { newIds: number[]; isBehind: boolean };
type Join = <Item, Stay>(items: Item[], stay: Stay[]) => (Item | Stay)[];

/** The rows that make the page equal the file. */
export type PageRows = ReturnType<typeof resolve>;

/** Replaces names by ids: the page's own, or `newIds` for new items. Throws with every name that does not resolve. */
export function resolve(state: PageState, file: PageFile, matched: MatchedItems, { newIds, isBehind }: Placing) {
  const given = giveIds(matched, newIds);
  const join: Join = (items, stay) => (isBehind ? [...stay, ...items] : [...items, ...stay]);
  const names = namesOf(state, matched, given);
  const flows = resolveFlows(given, names);
  const tags = join(
    given.tags.map(({ item, id }) => ({ id, name: item })),
    matched.tags.stay,
  );
  const fields = join(
    given.fields.map(({ item, id }) => ({ id, ...item, label: item.label ?? null })),
    matched.fields.stay,
  );
  const target = {
    page: resolvePageAndChat(state, file, names),
    tags: { save: tags, remove: idsOf(matched.tags.go) },
    fields: { save: fields, remove: idsOf(matched.fields.go) },
    folders: {
      save: join(
        given.folders.map(({ item, id, index }) => ({ id, ...names.place(item, `/folders/${index}`) })),
        matched.folders.stay,
      ),
      remove: idsOf(matched.folders.go),
    },
    flows: {
      save: join(flows, matched.flows.stay).map(({ id, name, folderId, draft }) => ({ id, name, folderId, draft })),
      publish: flows.filter(({ item, was, document }) => item.published && !isSame(was?.published, document)),
      unpublish: flows.flatMap(({ item, was, id }) => (!item.published && was?.publishedVersion ? [id] : [])),
      switchOn: idsOf(flows.filter(({ item, was }) => item.is_on !== false && was?.isOn === false)),
      switchOff: idsOf(flows.filter(({ item, was }) => item.is_on === false && was?.isOn !== false)),
      remove: idsOf(matched.flows.go),
    },
    modelLimits: file.model_limits,
    ...resolveEntrances(matched, given, names, join),
  };
  const context: LintContext = {
    channel: state.page.channel,
    tags: new Map(tags.map(({ id, name }) => [id, name])),
    fields: new Map(fields.map(({ id, name }) => [id, name])),
    sequences: new Map(
      [...given.sequences.map(({ item, id }) => ({ ...item, id })), ...matched.sequences.stay].map(({ id, name }) => [
        id,
        name,
      ]),
    ),
    models: new Map(
      target.models.save.flatMap(({ id, name, purpose }) => (purpose === "chat" ? [[id, name] as const] : [])),
    ),
    sources: new Map(
      [...given.knowledge.map(({ item, id }) => ({ id, name: item.name })), ...matched.knowledge.stay].map(
        ({ id, name }) => [id, name],
      ),
    ),
    secrets: new Map(state.secrets.map(({ name, hosts }) => [name, hosts])),
    flows: new Map([
      ...flows.map(
        ({ id, name, item }) =>
          [id, { name, isPublished: item.published, isTrashed: false, isOff: item.is_on === false }] as const,
      ),
      ...matched.flows.stay.map(
        ({ id, name, publishedVersion, isOn }) =>
          [id, { name, isPublished: publishedVersion !== null, isTrashed: false, isOff: !isOn }] as const,
      ),
    ]),
  };
  const conflicts = [
    ...names.faults,
    ...conflictsWithStaying(matched, given),
    ...faultsOfForm(file.chat?.prechat_form, fields, "/chat/prechat_form"),
  ];
  // Documents are checked only if all names resolve: otherwise one mistake would be reported many times.
  const faults = conflicts.length > 0 ? conflicts : flows.flatMap((flow) => faultsOfFlow(flow, context));
  if (faults.length > 0) throw invalidFields(faults.slice(0, 100));
  return target;
}

/** Conflicts between the file and items that stay on the page. */
function conflictsWithStaying({ tools, folders, flows }: MatchedItems, given: GivenIds): Fault[] {
  const refs = new Set(tools.stay.map(({ ref }) => ref));
  const taken = given.tools.filter(({ item }) => item.ref !== null && refs.has(item.ref));
  const gone = new Set(folders.go.map(({ id }) => id));
  const isInUse = flows.stay.some(({ folderId }) => folderId !== null && gone.has(folderId));
  return [
    ...taken.map(({ index }) => ({ path: `/tools/${index}/ref`, message: "is the ref of a tool that stays" })),
    ...(isInUse ? [{ path: "/folders", message: "must hold the folders of all flows that stay" }] : []),
  ];
}

type ResolvedFlow = ReturnType<typeof resolveFlows>[number];

function resolveFlows(given: GivenIds, names: Names) {
  return given.flows.map(({ item, was, id, index }) => {
    const { parentId, name } = names.place(item.name, `/flows/${index}/name`);
    const document = names.document(item.document, `/flows/${index}/document`);
    const isEdited = item.published && item.draft !== undefined;
    const draft = isEdited ? names.document(item.draft, `/flows/${index}/draft`) : document;
    return { id, was, index, item, name, folderId: parentId, document, draft };
  });
}

/** A published document must be able to run; a draft must only be well formed. */
function faultsOfFlow({ id, item, index, document, draft }: ResolvedFlow, context: LintContext): Fault[] {
  const below = (part: string) => (fault: Fault) => ({
    path: `/flows/${index}/${part}${fault.path}`,
    message: fault.message,
  });
  const errors = item.published
    ? lint(document, { ...context, flowId: id }).filter(
        // The file cannot bring an uploaded file along. The step is not sure until another source is chosen.
        ({ severity, code }) => severity === "error" && code !== "source_unset",
      )
    : [];
  const { error } = DraftDocument.safeParse(draft);
  const faults = error ? faultsOf(error).map(below(draft === document ? "document" : "draft")) : [];
  return errors.length > 0 ? errors.map(below("document")) : faults;
}

/** Undefined if the file changes nothing of the page itself. */
function resolvePageAndChat(state: PageState, file: PageFile, names: Names) {
  if (!file.page && !file.chat) return undefined;
  return { ...state.page, ...(file.page && resolvePage(file.page, names)), ...resolveChat(file, state) };
}

function resolvePage(page: NonNullable<PageFile["page"]>, names: Names) {
  return {
    name: page.name,
    timezone: page.timezone,
    greeting: page.greeting ?? null,
    hours: page.hours ?? null,
    origins: page.origins ?? [],
    welcomeFlowId: names.flow(page.welcome, "/page/welcome"),
    defaultReplyFlowId: names.flow(page.default_reply, "/page/default_reply"),
    defaultReplySeconds: page.default_reply_seconds ?? 0,
    pauseMinutes: page.pause_minutes === undefined ? defaultInbox.pauseMinutes : page.pause_minutes,
    handOverMinutes: page.hand_over_minutes ?? null,
    handOverText: page.hand_over_text ?? null,
    answerMinutes: page.answer_minutes ?? null,
    audience: page.audience ? AudienceSettings.parse({ ...defaultAudience, ...page.audience }) : null,
    takesFiles: page.takes_files ?? true,
  };
}

/** A file without this section leaves it as it is. */
function resolveChat({ chat }: PageFile, { page: { welcomesOnOpen, look, prechatForm } }: PageState) {
  if (!chat) return { welcomesOnOpen, look, prechatForm };
  return { welcomesOnOpen: chat.welcome_on_open, look: chat.look ?? {}, prechatForm: chat.prechat_form ?? null };
}

/** Everything that starts a flow: keywords, ice breakers, the menu, growth tools. */
function resolveEntrances(matched: MatchedItems, given: GivenIds, names: Names, join: Join) {
  const keywords = given.keywords.map(
    ({ item: { flow, is_activated, hours, require, typos, ...item }, id, index }) => ({
      ...item,
      id,
      require: require ?? "any",
      typos: typos ?? false,
      hours: hours ?? null,
      flowId: names.flow(flow, `/keywords/${index}/flow`),
      isActivated: is_activated,
    }),
  );
  const iceBreakers = given.iceBreakers.map(({ item, id, index }) => ({
    id,
    title: item.title,
    flowId: names.flow(item.flow, `/ice_breakers/${index}/flow`),
  }));
  const menuItems = given.menuItems.map(({ item, id, index }) => {
    if ("url" in item)
      return { id, type: "link" as const, title: item.title, flowId: null, url: item.url, command: null };
    const flowId = names.flow(item.flow, `/main_menu/${index}/flow`);
    return { id, type: "flow" as const, title: item.title, flowId, url: null, command: item.command ?? null };
  });
  const tools = given.tools.map(({ item: { flow, is_published, ...item }, id, index }) => ({
    ...item,
    id,
    flowId: names.flow(flow, `/tools/${index}/flow`),
    isPublished: is_published,
    settings: "settings" in item ? item.settings : null,
  }));
  const segments = given.segments.map(({ item, id, index }) => ({
    id,
    name: item.name,
    condition: names.condition(item.condition, `/segments/${index}/condition`),
  }));
  const sequences = given.sequences.flatMap(({ item, id, index, was }) => {
    const form = names.sequence(item, `/sequences/${index}`);
    if (!form) return [];
    const { name, is_on: isOn, steps, leave } = form;
    const isEdited = !isSame(was?.steps, steps);
    return { id, name, isOn, steps, leave, version: (was?.version ?? 0) + (isEdited ? 1 : 0), isEdited };
  });
  const rules = given.rules.flatMap(({ item, id, index }) => {
    const rule = names.rule(item, `/rules/${index}`);
    return rule ? { id, name: item.name, isOn: item.is_on ?? true, rule } : [];
  });
  const evaluations = given.evaluations.flatMap(({ item, id, index }) => {
    const form = names.evaluation(item, `/evaluations/${index}`);
    return form ? [{ id, form }] : [];
  });
  const models = given.models.map(({ item, id }) => ({ id, ...item }));
  return {
    sequences: {
      save: join(sequences, matched.sequences.stay),
      versions: sequences.filter(({ isEdited }) => isEdited),
      remove: idsOf(matched.sequences.go),
    },
    rules: { save: join(rules, matched.rules.stay), remove: idsOf(matched.rules.go) },
    models: { save: join(models, matched.models.stay), remove: idsOf(matched.models.go) },
    knowledge: resolveKnowledge(matched, given),
    evaluations: { save: evaluations, remove: idsOf(matched.evaluations.go) },
    // Keywords and tools that stay are only placed: one whose flow is in the trash must find it again.
    keywords: {
      save: keywords,
      order: idsOf(join(keywords, matched.keywords.stay)),
      remove: idsOf(matched.keywords.go),
    },
    iceBreakers: { save: join(iceBreakers, matched.iceBreakers.stay), remove: idsOf(matched.iceBreakers.go) },
    menuItems: { save: join(menuItems, matched.menuItems.stay), remove: idsOf(matched.menuItems.go) },
    tools: { save: tools, order: idsOf(join(tools, matched.tools.stay)), remove: idsOf(matched.tools.go) },
    segments: { save: join(segments, matched.segments.stay), remove: idsOf(matched.segments.go) },
  };
}

/** A source that is as it was is not read again. */
function resolveKnowledge(matched: MatchedItems, given: GivenIds) {
  const changed = given.knowledge.filter(({ item, was }) => !was || !isSame(formOf(was), item));
  return {
    add: changed.filter(({ was }) => !was).map(({ item, id }) => sourceOf(id, item)),
    change: changed.filter(({ was }) => was).map(({ item, id }) => sourceOf(id, item)),
    remove: idsOf(matched.knowledge.go),
  };
}

const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
