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
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { findVersion } from "../../store/catalog/flow-versions.ts";
import { listOffFlows, listPublishedFlows } from "../../store/catalog/flows.ts";
import { listIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { listKeywords } from "../../store/catalog/keywords.ts";
import { listMenuItems } from "../../store/catalog/menu-items.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { listTools } from "../../store/catalog/tools.ts";
import type { Db } from "../../store/db/db.ts";

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
};

/** The set-up that a page runs on, reloaded when its owner has changed it. */
export function setupHolder(deps: Deps, pageId: string) {
  const documents = documentCache(deps.db, pageId);
  let loaded: LoadedSetup | undefined;
  let listener: ((loaded: LoadedSetup) => void) | undefined;

  async function load(): Promise<LoadedSetup | undefined> {
    loaded = await loadSetup(deps, pageId, documents);
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
    /** The set-up at this revision or a later one; undefined if the page was deleted. */
    at: async (revision: number) => (loaded?.revision === revision ? loaded : load()),
  };
}

export type SetupHolder = ReturnType<typeof setupHolder>;

async function loadSetup(deps: Deps, pageId: string, documents: DocumentCache): Promise<LoadedSetup | undefined> {
  return deps.db.snapshot(async (db) => {
    const page = await findPage(db, pageId);
    const channel = page && deps.channels[page.channel];
    if (!page || !channel) return undefined;
    const settings = channel.settings.safeParse(page.channelSettings);
    const flows = await listPublishedFlows(db, pageId);
    const tools = await listTools(db, pageId);
    const menu = await listMenuItems(db, pageId);
    const iceBreakers = await listIceBreakers(db, pageId);
    return {
      revision: page.revision,
      channel,
      channelSettings: settings.data,
      settingsVersion: page.settingsVersion,
      isDisconnected: !settings.success || page.disconnectedReason !== null,
      profile: pageProfile({ greeting: page.greeting, iceBreakers, menu }, flows),
      refs: new Map(tools.flatMap(({ id, ref }) => (ref === null ? [] : [[toolPayload(id), ref] as const]))),
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
        conversationLink: () => conversationLink(deps, pageId),
        welcomeFlowId: page.welcomeFlowId,
        defaultReplyFlowId: page.defaultReplyFlowId,
        defaultReplySeconds: page.defaultReplySeconds,
        inbox: {
          pauseMinutes: page.pauseMinutes,
          handOverMinutes: page.handOverMinutes,
          handOverText: page.handOverText,
        },
        matcher: buildMatcher(runnableKeywords(await listKeywords(db, pageId), flows)),
        flows: versionsOf(flows),
        offFlows: versionsOf(await listOffFlows(db, pageId)),
        tools: new Map(
          tools.flatMap(({ ref, name, flowId, isPublished }) =>
            isPublished && ref ? [[ref, { name, flowId }] as const] : [],
          ),
        ),
        eventTools: readEventTools(tools),
        tags: new Map((await listTags(db, pageId)).map(({ id, name }) => [id, name])),
        fields: new Map((await listCustomFields(db, pageId)).map(({ id, name, type }) => [id, { name, type }])),
        document: documents.get,
      },
    };
  });
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
      const stored = await findVersion(db, pageId, flowId, version);
      documents.set(nameOf(flowId, version), stored === undefined ? noDocument : parseDocument(stored));
    },
  };
}

type DocumentCache = ReturnType<typeof documentCache>;

/** Used for a version that was deleted: a run on it finds none of its steps and ends. */
const noDocument: ParsedDocument = { start: "", steps: new Map() };
