import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { EventType } from "@banter/core/events/event-type.ts";
import { parseSequence } from "@banter/core/flow/audience/sequence.ts";
import { type ParsedDocument, parseDocument } from "@banter/core/flow/document/document.ts";
import { readEventTools } from "@banter/core/flow/happenings/event-tools.ts";
import { NeedsDocument, type PageSetup } from "@banter/core/flow/turn/page-setup.ts";
import { buildMatcher } from "@banter/core/match/matcher.ts";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { iceBreakerPayload, menuPayload, toolPayload } from "@banter/core/model/press-payload.ts";
import type { Channel, PageProfile } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { pageProfile } from "../../domain/catalog/page-profile.ts";
import { runnableKeywords } from "../../domain/catalog/runnable-keywords.ts";
import { conversationLink } from "../../domain/sending/links.ts";
import { findSequenceSteps } from "../../store/audience/sequence-versions.ts";
import { findVersion } from "../../store/catalog/flow-versions.ts";
import { type ConnectedPage, findConnectedPages } from "../../store/catalog/pages.ts";
import { listSetups, type SetupLists } from "../../store/catalog/setup-lists.ts";
import { eachByPage } from "../../store/db/by-page.ts";
import type { Db } from "../../store/db/db.ts";
import { sharedStatement } from "../../store/db/shared-statement.ts";

/** The set-up of a page at one revision, ready for turns. */
export type LoadedSetup = {
  revision: number;
  setup: PageSetup;
  channel: Channel;
  channelSettings: unknown;
  /** The number of the channel's settings; new settings have a new number. */
  settingsVersion: number;
  /** The page was disconnected or never connected: the platform accepts nothing from it. */
  isDisconnected: boolean;
  profile: PageProfile;
  /** Menu items and ice breakers by their payload, also those that the profile leaves out: old menus may show them. */
  offers: ReadonlyMap<string, { title: string; flowId: number | null }>;
  /** Payloads of menu items, by the command that the owner has chosen. */
  commands: ReadonlyMap<string, string>;
  /** Refs of growth tools, by the payload that a reply to an advertisement carries. */
  refs: ReadonlyMap<string, string>;
  /** The types of events that programs of the page are told of; none on most pages. */
  eventTypes: ReadonlySet<EventType>;
};

type StoredSetup = { page: ConnectedPage; lists: SetupLists };

/** Reads a page's set-up. A node opens many pages at once, whose set-ups are then read together. */
export type ReadSetup = (pageId: string) => Promise<StoredSetup | undefined>;

export const setupReader = (db: Db): ReadSetup =>
  sharedStatement({
    maxSize: 50,
    groupOf: (pageId) => pageId,
    run: (pageIds: string[]) =>
      eachByPage(
        db,
        pageIds,
        (pageId) => pageId,
        (pageIds) => db.snapshot((db) => readTogether(db, pageIds)),
      ),
  });

async function readTogether(db: Db, pageIds: string[]): Promise<(StoredSetup | undefined)[]> {
  const pages = await findConnectedPages(db, pageIds);
  const lists = await listSetups(db, pageIds);
  return pages.map((page, index) => page && { page, lists: lists[index] as SetupLists });
}

/** The set-up that a page runs on, reloaded when its owner has changed it. */
export function setupHolder(deps: Deps, pageId: string, read: ReadSetup) {
  const documents = documentCache(deps.db, pageId);
  let loaded: LoadedSetup | undefined;
  let listener: ((loaded: LoadedSetup) => void) | undefined;

  async function load(): Promise<LoadedSetup | undefined> {
    const stored = await read(pageId);
    loaded = stored && setupOf(deps, stored, documents);
    if (loaded) listener?.(loaded);
    return loaded;
  }

  return {
    documents,
    load,
    /** Calls `called` each time the set-up was loaded. */
    onLoaded(called: (loaded: LoadedSetup) => void): void {
      listener = called;
    },
    current: () => loaded,
    /** True if a program of the page is told of the states of messages. */
    tellsStates: () => loaded !== undefined && stateTypes.some((type) => loaded?.eventTypes.has(type)),
    /** The set-up at this revision or a later one; undefined if the page was deleted. */
    at: async (revision: number) => (loaded?.revision === revision ? loaded : load()),
  };
}

const stateTypes = ["message.sent", "message.delivered", "message.seen", "message.failed"] as const;

export type SetupHolder = ReturnType<typeof setupHolder>;

function setupOf(deps: Deps, { page, lists }: StoredSetup, documents: DocumentCache): LoadedSetup | undefined {
  const channel = deps.channels[page.channel];
  if (!channel) return undefined;
  const settings = channel.settings.safeParse(page.channelSettings);
  const { tools, menu, iceBreakers } = lists;
  const flows = lists.flows.filter(({ isOn }) => isOn);
  // Built for the first message: it is most of the work of opening a page, and many pages get none for long.
  let matcher: PageSetup["matcher"] | undefined;
  return {
    revision: page.revision,
    channel,
    channelSettings: settings.data,
    settingsVersion: page.settingsVersion,
    isDisconnected: !settings.success || page.disconnectedReason !== null,
    profile: pageProfile({ greeting: page.greeting, iceBreakers, menu }, flows),
    refs: new Map(tools.flatMap(({ id, ref }) => (ref === null ? [] : [[toolPayload(id), ref] as const]))),
    eventTypes: new Set(lists.eventTypes.map(({ type }) => type)),
    offers: new Map([
      ...menu.map(({ id, title, flowId }) => [menuPayload(id), { title, flowId }] as const),
      ...iceBreakers.map(({ id, title, flowId }) => [iceBreakerPayload(id), { title, flowId }] as const),
    ]),
    commands: new Map(
      menu.flatMap(({ id, command }) => (command === null ? [] : [[command, menuPayload(id)] as const])),
    ),
    setup: {
      name: page.name,
      zone: page.timezone,
      hours: page.hours,
      isPaused: page.isPaused,
      channel: page.channel,
      conversationLink: () => conversationLink(deps, page.id),
      welcomeFlowId: page.welcomeFlowId,
      defaultReplyFlowId: page.defaultReplyFlowId,
      defaultReplySeconds: page.defaultReplySeconds,
      inbox: {
        pauseMinutes: page.pauseMinutes,
        handOverMinutes: page.handOverMinutes,
        handOverText: page.handOverText,
        answerMinutes: page.answerMinutes,
      },
      audience: page.audience ?? defaultAudience,
      get matcher() {
        matcher ??= buildMatcher(runnableKeywords(lists.keywords, flows));
        return matcher;
      },
      flows: versionsOf(flows),
      offFlows: versionsOf(lists.flows.filter(({ isOn }) => !isOn)),
      tools: new Map(
        tools.flatMap(({ ref, name, flowId, isPublished }) =>
          isPublished && ref ? [[ref, { name, flowId }] as const] : [],
        ),
      ),
      eventTools: readEventTools(tools),
      tags: new Map(lists.tags.map(({ id, name }) => [id, name])),
      fields: new Map(lists.fields.map(({ id, name, type }) => [id, { name, type }])),
      ...audienceOf(lists),
      document: documents.get,
    },
  };
}

/** Nothing for a page without sequences and rules, so that its turns do not look for them. */
function audienceOf({
  sequences,
  rules,
  stopped,
}: SetupLists): Pick<PageSetup, "sequences" | "rules" | "stoppedBroadcasts"> {
  return {
    ...(stopped.length > 0 && { stoppedBroadcasts: new Set(stopped.map(({ id }) => id)) }),
    ...(sequences.length > 0 && { sequences: new Map(sequences.map(({ id, ...sequence }) => [id, sequence])) }),
    ...(rules.length > 0 && { rules: rules.map(({ id, name, rule }) => ({ ...rule, id, name })) }),
  };
}

const versionsOf = (flows: { id: number; name: string; version: number }[]) =>
  new Map(flows.map(({ id, name, version }) => [id, { name, version }]));

/** Parsed documents of one page, least recently used out first. A version never changes, so none is ever stale. */
function documentCache(db: Db, pageId: string, maxDocuments = 300) {
  const documents = new BoundedMap<string, ParsedDocument>(maxDocuments);
  const nameOf = (flowId: number, version: number) => `${flowId}.${version}`;
  return {
    get(flowId: number, version: number): ParsedDocument {
      const document = documents.get(nameOf(flowId, version));
      if (!document) throw new NeedsDocument(flowId, version);
      return document;
    },
    async load(flowId: number, version: number): Promise<void> {
      documents.set(nameOf(flowId, version), (await findDocument(db, pageId, flowId, version)) ?? noDocument);
    },
  };
}

/** The document of a flow, or of a sequence: no flow has the id of one. */
async function findDocument(db: Db, pageId: string, id: number, version: number): Promise<ParsedDocument | undefined> {
  const flow = await findVersion(db, pageId, id, version);
  if (flow !== undefined) return parseDocument(flow);
  const steps = await findSequenceSteps(db, pageId, id, version);
  return steps && parseSequence(steps);
}

type DocumentCache = ReturnType<typeof documentCache>;

/** Used for a version that was deleted: a run on it finds none of its steps and ends. */
const noDocument: ParsedDocument = { start: "", steps: new Map() };
