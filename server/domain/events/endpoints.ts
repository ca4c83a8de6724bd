import { randomBytes } from "node:crypto";
import type { EventType } from "@banter/core/events/event-type.ts";
import { isMaskedAddress, maskAddress } from "@banter/core/flow/document/secret-values.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { countDeliveries, deleteEventsOf, giveUpEvents, insertTestEvent } from "../../store/events/event-deliveries.ts";
import {
  deleteEndpoint,
  type EndpointSecret,
  type EndpointTarget,
  type EventEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  stopEndpoint,
  updateEndpoint,
} from "../../store/events/event-endpoints.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { addNotification } from "../../store/notifications/notifications.ts";
import { countCall } from "../call-limit.ts";
import { changeSetup } from "../pages/change-setup.ts";

const maxEndpoints = 20;
/** A secret that was replaced still signs for a day, so that receivers have time to change theirs. */
const oldSecretMs = 24 * 3_600_000;

type Given = { name: string; url: string; types: EventType[] };

/** Creates an endpoint. Its secret is shown once. */
export function createEndpoint({ db }: Pick<Deps, "db">, pageId: string, { name, url, types }: Given) {
  return changeSetup(db, pageId, async (db) => {
    if ((await listEndpoints(db, pageId)).length >= maxEndpoints)
      throw new AppError("conflict", `A page has at most ${maxEndpoints} endpoints for events.`);
    const [id = 0] = await nextIds(db, 1);
    const secret = newSecret();
    const target = { url, secrets: [{ key: secret, until: null }] };
    await insertEndpoint(db, pageId, { id, name, target, types: [...new Set(types)] });
    return { endpoint: await getEndpoint(db, pageId, id), secret };
  });
}

type Change = Partial<Given> & { is_on?: boolean | undefined };

/** An endpoint that is turned off gives up what waits for it. */
export function changeEndpoint({ db }: Pick<Deps, "db">, pageId: string, id: number, change: Partial<Change>) {
  return changeSetup(db, pageId, async (db) => {
    const before = await getEndpoint(db, pageId, id);
    if (isMaskedAddress(change.url)) throw invalidFields([{ path: "/url", message: "is hidden: write it" }]);
    const target = { ...targetOf(before), ...(change.url !== undefined && { url: change.url }) };
    const types = change.types ? [...new Set(change.types)] : before.types;
    const isOn = change.is_on ?? before.isOn;
    await updateEndpoint(db, pageId, { id, name: change.name ?? before.name, target, types, isOn });
    if (!isOn) await giveUpEvents(db, pageId, id);
    return getEndpoint(db, pageId, id);
  });
}

export function removeEndpoint({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<EventEndpoint> {
  return changeSetup(db, pageId, async (db) => {
    const endpoint = await getEndpoint(db, pageId, id);
    await deleteEndpoint(db, pageId, id);
    await deleteEventsOf(db, pageId, id);
    return endpoint;
  });
}

/** Makes a new secret, shown once. The one before it signs beside it for a day. */
export function rotateSecret({ db }: Pick<Deps, "db">, pageId: string, id: number) {
  return changeSetup(db, pageId, async (db) => {
    const before = await getEndpoint(db, pageId, id);
    const { url, secrets } = targetOf(before);
    const now = databaseNow();
    const secret = newSecret();
    const [last] = secrets;
    const target = {
      url,
      secrets: [{ key: secret, until: null }, ...(last ? [{ key: last.key, until: now + oldSecretMs }] : [])],
    };
    await updateEndpoint(db, pageId, { ...before, target });
    return { endpoint: before, secret };
  });
}

export async function sendTestEvent({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<string> {
  await getEndpoint(db, pageId, id);
  await countCall({ db }, { key: `test event ${pageId}`, max: 10, windowSeconds: 60 });
  const [eventId = 0] = await nextIds(db, 1);
  return insertTestEvent(db, pageId, { endpointId: id, id: eventId });
}

/** Turns an endpoint off that does not take events any more, and tells the page's team. */
export function stopFailing(
  { db }: Pick<Deps, "db">,
  pageId: string,
  endpoint: Pick<EventEndpoint, "id" | "name">,
  because: "failing" | "gone",
): Promise<void> {
  return changeSetup(db, pageId, async (db) => {
    if (!(await stopEndpoint(db, pageId, endpoint.id, because))) return;
    await giveUpEvents(db, pageId, endpoint.id);
    await addNotification(db, pageId, { kind: "events_stopped", text: endpoint.name });
  });
}

export async function getEndpoint(db: Db, pageId: string, id: number): Promise<EventEndpoint> {
  const endpoint = await findEndpoint(db, pageId, id);
  if (!endpoint) throw notFound("endpoint");
  return endpoint;
}

function targetOf({ target }: EventEndpoint): EndpointTarget {
  if (!target) throw new AppError("conflict", "The key that this address was sealed with is missing.");
  return target;
}

/** As receivers' libraries expect it: `whsec_` and 32 bytes in base64. */
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** The secrets that sign now, newest first. */
export const liveSecrets = (secrets: EndpointSecret[], now: number): string[] =>
  secrets.flatMap(({ key, until }) => (until === null || until > now ? [key] : []));

/** Endpoints as members see them: without secrets. Whole addresses may be secrets themselves. */
export async function showEndpoints(db: Db, pageId: string, { seesAddresses }: { seesAddresses: boolean }) {
  const counts = new Map((await countDeliveries(db, pageId)).map(({ endpointId, ...each }) => [endpointId, each]));
  const endpoints = await listEndpoints(db, pageId);
  return endpoints.map((endpoint) => ({
    ...endpointForm(endpoint, { seesAddresses }),
    ...(counts.get(endpoint.id) ?? { waiting: 0, failed: 0 }),
  }));
}

export function endpointForm(endpoint: EventEndpoint, { seesAddresses }: { seesAddresses: boolean }) {
  const { id, name, target, types, isOn, stoppedBecause, failingSince, failure, createdAt } = endpoint;
  const [, old] = target?.secrets ?? [];
  const oldUntil = old?.until && old.until > databaseNow() ? new Date(old.until) : null;
  return {
    ...{ id, name, types, failure, is_on: isOn, created_at: createdAt },
    url: target && (seesAddresses ? target.url : maskAddress(target.url)),
    stopped_because: stoppedBecause,
    failing_since: failingSince,
    old_secret_until: oldUntil,
  };
}
