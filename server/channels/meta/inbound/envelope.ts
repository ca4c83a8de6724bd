import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { InboundEvent, Parsed } from "../../inbound.ts";
import { readComment } from "../comments/read.ts";
import { type MessagingReader, readMessaging } from "./messaging.ts";

/** The differences between Messenger's and Instagram's webhooks. */
export type Source = MessagingReader & { object: "page" | "instagram"; pagePrefix: string };

/** The ids of the pages in a body, each once. */
export function listPages(body: unknown, { object, pagePrefix }: Source): string[] {
  return [...new Set(entriesOf(body, object).map(({ id }) => `${pagePrefix}${String(id)}`))];
}

/**
 * The events of one page in a body, ordered by their time, because Meta keeps no order after a failed delivery. Items
 * that cannot be read are left out.
 */
export function parseBody(body: unknown, pageId: string, source: Source): Parsed {
  const found: { at: number | undefined; events: InboundEvent[] }[] = [];
  const unknown: string[] = [];
  for (const entry of entriesOf(body, source.object)) {
    if (`${source.pagePrefix}${String(entry.id)}` !== pageId && String(entry.id) !== sampleId) continue;
    for (const { item, isStandby } of messagingIn(entry)) {
      const read = readMessaging(item, { reader: source, accountId: String(entry.id), isStandby });
      unknown.push(...read.unknown);
      if (read.events.length > 0) found.push({ at: timeOf(item.timestamp) ?? timeOf(entry.time), events: read.events });
    }
    for (const change of changesIn(entry)) {
      const comment = readComment(change, { ...source, accountId: String(entry.id) });
      if (comment) found.push({ at: comment.at ?? millisOf(entry.time), events: [comment.event] });
      else unknown.push(nameOf(change));
    }
  }
  const events = found
    .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
    .flatMap(({ at, events }) => events.map((event) => ({ ...event, ...(at !== undefined && { sequence: at }) })));
  return { events, unknown };
}

/** The Test button of Meta's dashboard names no account. Such a body reaches a page only at the page's own address. */
const sampleId = "0";

function messagingIn(entry: JsonObject): { item: JsonObject; isStandby: boolean }[] {
  return [
    ...itemsOf(entry.messaging).map((item) => ({ item, isStandby: false })),
    ...itemsOf(entry.standby).map((item) => ({ item, isStandby: true })),
    ...itemsOf(entry.changes)
      .filter(isSample)
      .map((change) => sampleOf(change, entry.time)),
  ];
}

/**
 * An item of `messaging` that the Test button sends as a change, in the field that it was pressed for.
 *
 *     "changes": [{ "field": "messages", "value": { "sender": …, "recipient": …, "message": { "mid": "random_mid" } } }]
 */
function isSample({ value }: JsonObject): boolean {
  return isObject(value) && isObject(value.sender) && isObject(value.recipient);
}

/** Samples have the same ids each time, so that the time becomes a part of the id. */
function sampleOf({ field, value }: JsonObject, time: unknown): { item: JsonObject; isStandby: boolean } {
  const item = Object.entries(Object(value)).map(([kind, content]) =>
    (kind === "message" || kind === "postback") && isObject(content)
      ? [kind, { ...content, mid: `${String(content.mid)} ${String(time)}` }]
      : [kind, content],
  );
  return { item: Object.fromEntries(item), isStandby: field === "standby" };
}

function entriesOf(body: unknown, object: Source["object"]): JsonObject[] {
  return isObject(body) && body.object === object ? itemsOf(body.entry) : [];
}

/**
 * The changes in an entry, which are about posts and comments. Instagram Login sends them flat, without a list.
 *
 *     "changes": [{ "field": "comments", "value": { … } }]      "field": "comments", "value": { … }
 */
function changesIn(entry: JsonObject): { field: unknown; value: unknown }[] {
  const flat = entry.field === undefined ? [] : [{ field: entry.field, value: entry.value }];
  const others = itemsOf(entry.changes).filter((change) => !isSample(change));
  return [...others, ...flat].map(({ field, value }) => ({ field, value }));
}

function nameOf({ field, value }: { field: unknown; value: unknown }): string {
  const item = isObject(value) && typeof value.item === "string" ? ` ${value.item}` : "";
  return `${String(field)}${item}`.slice(0, 60);
}

const itemsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

const timeOf = (value: unknown): number | undefined => {
  const time = typeof value === "string" ? Number(value) : value;
  return typeof time === "number" && Number.isFinite(time) ? time : undefined;
};

/** Entries with changes have their time in seconds, in some webhooks. */
const millisOf = (value: unknown): number | undefined => {
  const time = timeOf(value);
  return time === undefined || time > 1e11 ? time : time * 1000;
};
