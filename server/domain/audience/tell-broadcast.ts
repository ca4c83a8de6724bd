import type { EventType } from "@banter/core/events/event-type.ts";
import type { Broadcast } from "../../store/audience/broadcasts.ts";
import type { Db } from "../../store/db/db.ts";
import { insertPageEvent } from "../../store/events/event-deliveries.ts";

type BroadcastEvent = Extract<EventType, `broadcast.${string}`>;

/** Tells other programs of the page that a broadcast has begun or ended, each once. */
export async function tellBroadcast(
  db: Db,
  { pageId, id, name, done }: Pick<Broadcast, "pageId" | "id" | "name" | "done">,
  type: BroadcastEvent,
  state: "running" | "done" | "stopped" | "failed",
): Promise<void> {
  const event = `evt_${id}-${type.slice("broadcast.".length)}`;
  await insertPageEvent(db, pageId, { event, type, data: { broadcast: { id, name, state, customers: done } } });
}
