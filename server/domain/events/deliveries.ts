import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../store/db/db.ts";
import {
  type DeliveryPlace,
  type DeliveryState,
  type EventDelivery,
  findDelivery,
  listDeliveries,
  replayEvents,
} from "../../store/events/event-deliveries.ts";
import { getEndpoint } from "./endpoints.ts";
import { eventBody } from "./event-body.ts";

/** A page of deliveries, newest first, and the cursor of the next one. */
export async function showDeliveries(
  db: Db,
  pageId: string,
  endpointId: number,
  { state, cursor, limit }: { state: DeliveryState | undefined; cursor: string | undefined; limit: number },
) {
  await getEndpoint(db, pageId, endpointId);
  const found = await listDeliveries(db, pageId, endpointId, {
    ...{ state: state ?? null, limit },
    before: placeOf(cursor),
  });
  const last = found.at(-1);
  return {
    deliveries: found.map(deliveryForm),
    next: last && found.length === limit ? `${last.at.toISOString()}_${last.event}` : null,
  };
}

/** A cursor that is not ours starts at the newest. */
function placeOf(cursor: string | undefined): DeliveryPlace | null {
  const [, at = "", event = ""] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(evt_[\w-]{1,60})$/.exec(cursor ?? "") ?? [];
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? null : { at: time, event };
}

/** A delivery with the body that it has, or would have now. */
export async function showDelivery(db: Db, pageId: string, endpointId: number, event: string) {
  const delivery = await findDelivery(db, { pageId, endpointId, event });
  if (!delivery) throw notFound("delivery");
  return { ...deliveryForm(delivery), body: JSON.stringify(await eventBody(db, pageId, delivery), null, 2) };
}

const deliveryForm = ({ event, type, psid, at, attempts, isDone, dueAt, answer, triedAt }: EventDelivery) => ({
  ...{ id: event, type, at, attempts, answer, psid: psid || null },
  state: isDone ? ("done" as const) : dueAt ? ("waiting" as const) : ("failed" as const),
  due_at: isDone ? null : dueAt,
  tried_at: triedAt,
});

/** Those that one call sends again. */
const maxReplayed = 10_000;

/** Sends an event again, or all that were given up, with the ids that they had. Returns how many. */
export async function replay(
  { db }: Pick<Deps, "db">,
  pageId: string,
  endpointId: number,
  event?: string,
): Promise<{ replayed: number; name: string }> {
  const { name } = await getEndpoint(db, pageId, endpointId);
  const replayed = await replayEvents(db, pageId, endpointId, event === undefined ? { limit: maxReplayed } : { event });
  if (event !== undefined && replayed === 0) throw notFound("delivery");
  return { replayed, name };
}
