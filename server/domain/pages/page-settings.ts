import { faultsOfForm } from "@banter/core/api/prechat-form.ts";
import { type ChannelType, channelFacts, ownChannel } from "@banter/core/channels/index.ts";
import { AppError, flowNotFound, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { holdFlow } from "../../store/catalog/flows.ts";
import { deletePage, isBeingRemoved } from "../../store/catalog/page-removal.ts";
import {
  type ConnectedPage,
  findPage,
  insertPage,
  nextWebPageId,
  type PageSettings,
  setPaused,
  updateChannelSettings,
  updatePage,
} from "../../store/catalog/pages.ts";
import { restartProfileSync } from "../../store/runtime/profile-syncs.ts";
import { mergeSettings } from "../connect/channel-settings.ts";
import { tryConnection } from "../connect/connecting.ts";
import { planFirstRenewal } from "../connect/token-renewals.ts";
import { writeAuditEntry } from "../people/audit-log.ts";
import { changeSetup } from "./change-setup.ts";

export type NewPage = {
  workspaceId: number;
  channel: ChannelType;
  name: string;
  timezone?: string;
  platformId?: string;
  settings?: JsonObject;
};

/** Has the platform check the settings of a new page. Channels without a platform are not checked. */
export async function tryNewPage(
  deps: Pick<Deps, "db" | "channels" | "config" | "baseUrl">,
  { channel: type, platformId, settings, workspaceId }: Omit<NewPage, "name">,
): Promise<void> {
  const channel = deps.channels[type];
  if (!channel || !settings || platformId === undefined || type === ownChannel) return;
  const id = await idOf(deps.db, type, platformId);
  const page = await findPage(deps.db, id);
  if (page && !isFree(page, { workspaceId, settings })) throw pageExists();
  await tryConnection(deps, id, channel, settings);
}

/** Creates a page on a channel. Its id is the platform's, or our own on channels without a platform. */
export function createPageOn(
  deps: Pick<Deps, "db" | "channels">,
  { platformId, settings, timezone, ...page }: NewPage,
): Promise<ConnectedPage> {
  const channel = deps.channels[page.channel];
  if (!channel) throw invalidFields([{ path: "/channel", message: "is not a channel of this server" }]);
  return deps.db.transact(async (db) => {
    const id = await idOf(db, page.channel, platformId);
    if (!(await insertPage(db, { id, ...page }))) {
      await giveUpPage({ db }, id, { workspaceId: page.workspaceId, settings });
      if (!(await insertPage(db, { id, ...page }))) throw pageExists();
    }
    if (await isBeingRemoved(db, id))
      throw new AppError(
        "conflict",
        "The data of a deleted page with this id is still being removed. Try again later.",
      );
    if (settings) await storeSettings(db, id, channel, mergeSettings(channel, {}, settings));
    const made = await getPage({ db }, id);
    if (timezone !== undefined) await updatePage(db, id, { ...made, timezone });
    return getPage({ db }, id);
  });
}

type Taker = Pick<NewPage, "workspaceId" | "settings">;

/**
 * A page that was never connected does not keep its number from another workspace: whoever has settings that the
 * platform accepts has shown that the page is theirs.
 */
const isFree = (page: ConnectedPage, { workspaceId, settings }: Taker): boolean =>
  settings !== undefined &&
  page.workspaceId !== workspaceId &&
  page.channel !== ownChannel &&
  Object.keys(page.channelSettings ?? {}).length === 0;

async function giveUpPage({ db }: Pick<Deps, "db">, pageId: string, taker: Taker): Promise<void> {
  await changeSetup(db, pageId, async (db) => {
    const page = await getPage({ db }, pageId);
    if (!isFree(page, taker)) throw pageExists();
    await deletePage(db, pageId);
    const { workspaceId, name: subject } = page;
    await writeAuditEntry(
      { db },
      { workspaceId, userId: "", pageId, action: "page_given_up", subject, subjectId: null },
    );
  });
}

const pageExists = () => new AppError("conflict", "This page already exists.");

/** Changes the settings that are given. */
export function changePageSettings(
  { db }: Pick<Deps, "db">,
  pageId: string,
  change: Partial<PageSettings>,
): Promise<ConnectedPage> {
  return changeSetup(db, pageId, async (db) => {
    for (const flowId of [change.welcomeFlowId, change.defaultReplyFlowId])
      if (flowId != null && !(await holdFlow(db, pageId, flowId))) throw flowNotFound();
    if (change.prechatForm) {
      const faults = faultsOfForm(change.prechatForm, await listCustomFields(db, pageId), "/prechat_form");
      if (faults.length > 0) throw invalidFields(faults);
    }
    await updatePage(db, pageId, { ...(await getPage({ db }, pageId)), ...change });
    return getPage({ db }, pageId);
  });
}

export function pausePage({ db }: Pick<Deps, "db">, pageId: string, isPaused: boolean): Promise<ConnectedPage> {
  return changeSetup(db, pageId, async (db) => {
    await setPaused(db, pageId, isPaused);
    return getPage({ db }, pageId);
  });
}

/** Stores settings that the platform has accepted. Messages that wait for a connection are sent afterwards. */
export async function connectPage(deps: Deps, pageId: string, settings: JsonObject): Promise<ConnectedPage> {
  const { db } = deps;
  return changeSetup(db, pageId, async (db) => {
    const page = await getPage({ db }, pageId);
    const channel = getChannel(deps, page);
    await storeSettings(db, pageId, channel, mergeSettings(channel, page.channelSettings, settings));
    return getPage({ db }, pageId);
  });
}

async function storeSettings(db: Deps["db"], pageId: string, channel: Channel, settings: unknown): Promise<void> {
  await updateChannelSettings(db, pageId, settings);
  if (channel.profile) await restartProfileSync(db, pageId);
  await planFirstRenewal(db, pageId, channel, settings);
}

/** Deletes a page permanently. Its name must be given, as a safeguard against a wrong click. */
export async function removePage({ db }: Pick<Deps, "db">, pageId: string, name: string): Promise<void> {
  await changeSetup(db, pageId, async (db) => {
    const page = await getPage({ db }, pageId);
    if (page.name !== name) throw new AppError("conflict", "The name does not match the page's name.");
    await deletePage(db, pageId);
  });
}

export async function getPage({ db }: Pick<Deps, "db">, pageId: string): Promise<ConnectedPage> {
  const page = await findPage(db, pageId);
  if (!page) throw notFound("page");
  return page;
}

export function getChannel({ channels }: Pick<Deps, "channels">, { channel }: Pick<ConnectedPage, "channel">): Channel {
  const found = channels[channel];
  if (!found) throw new AppError("conflict", "This server does not have the page's channel.");
  return found;
}

async function idOf(db: Deps["db"], channel: ChannelType, platformId: string | undefined): Promise<string> {
  if (channel === ownChannel) return nextWebPageId(db);
  if (platformId === undefined) throw invalidFields([{ path: "/platform_id", message: "is required" }]);
  return channelFacts[channel].pagePrefix + platformId;
}
