import { isObject } from "@banter/core/model/json.ts";
import type { Channel, Channels } from "../channels/channel.ts";
import { settingsSchemaOf } from "../domain/connect/channel-settings.ts";
import { connectionOf } from "../domain/connect/connection.ts";
import { SendError } from "../outbound/send-error.ts";
import { type ConnectedPage, findConnectedPages, listPageIds } from "../store/catalog/pages.ts";
import type { Db } from "../store/db/db.ts";
import { checkPlatformClock } from "./address.ts";
import { type Diagnosis, fail, ok, reasonOf, warn } from "./finding.ts";

type PageDeps = { db: Db; channels: Channels; baseUrl: string | undefined };

/** Asks each page's platform whether it accepts the page's token and sends webhooks here. Changes nothing. */
export async function checkPages({ db, channels, baseUrl }: PageDeps): Promise<Diagnosis[]> {
  const findings: Diagnosis[] = [];
  const origins = new Set<string>();
  const ids = await listPageIds(db);
  for (let start = 0; start < ids.length; start += atOnce) {
    const pages = await findConnectedPages(db, ids.slice(start, start + atOnce));
    const found = pages.filter((page) => page !== undefined);
    for (const page of found) for (const origin of originsOf(channels[page.channel], page)) origins.add(origin);
    findings.push(...(await Promise.all(found.map((page) => checkPage({ channels, baseUrl }, page)))).flat());
  }
  const clocks = await Promise.all([...origins].map(checkPlatformClock));
  return [...findings, ...clocks.flat()];
}

const atOnce = 8;

async function checkPage({ channels, baseUrl }: Omit<PageDeps, "db">, page: ConnectedPage): Promise<Diagnosis[]> {
  const subject = `page ${page.id}`;
  const channel = channels[page.channel];
  const { state, reason } = connectionOf({ channels }, page);
  if (state !== "ready") return [fail(subject, `Not connected: ${reason}`, "Connect it in the console's settings.")];
  if (!channel?.account) return [ok(subject, `${page.name}, on this server`)];
  if (baseUrl === undefined)
    return [warn(subject, "Its webhooks are not checked, because BASE_URL is not set.", "Set BASE_URL.")];
  try {
    const settings = channel.settings.parse(page.channelSettings);
    const problems = await channel.account.check(settings, `${baseUrl}/webhooks/${page.id}`);
    if (problems.length === 0) return [ok(subject, `${page.name}, connected to ${channel.title}`)];
    return problems.map((problem) => fail(subject, problem, "Connect it again in the console's settings."));
  } catch (error) {
    const isRefused = error instanceof SendError && error.failure === "bad_settings";
    const todo = isRefused ? "Connect it again with a new token." : "Check the way out to the platform; try again.";
    return [fail(subject, `${channel.title}: ${reasonOf(error)}`, todo)];
  }
}

/** The addresses of the platform that the page's settings name. */
function originsOf(channel: Channel | undefined, { channelSettings }: ConnectedPage): string[] {
  if (!channel || !isObject(channelSettings)) return [];
  const { properties } = settingsSchemaOf(channel);
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) => {
    const url = isObject(field) && field.isPlatformAddress ? URL.parse(String(channelSettings[name])) : null;
    return url ? [url.origin] : [];
  });
}
