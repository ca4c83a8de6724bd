import type { Db } from "../store/db/db.ts";
import { notifyEach } from "../store/db/notify.ts";
import type { Signal } from "./hub.ts";
import { payloadsOf } from "./payloads.ts";

export const liveChannel = "banter_live";

/** Sends signals to all other nodes, in as few notifications as possible. */
export async function notifySignals(db: Db, nodeId: string, signals: Signal[]): Promise<void> {
  await notifyEach(db, liveChannel, payloadsOf(nodeId, signals));
}
