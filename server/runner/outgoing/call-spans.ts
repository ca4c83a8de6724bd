import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import type { Deps } from "../../deps.ts";
import { findTraceparent } from "../../store/runtime/turns.ts";
import type { CallEnd, PlatformConnection } from "./call.ts";

export type CallSpans = {
  /** A turn has made this message. */
  made(messageId: number, place: string): void;
  /** A call of the message has ended. */
  ended(pageId: string, messageId: number, connected: PlatformConnection, end: CallEnd): void;
};

/** Messages whose place is kept in memory; that of others is read from the turn that made them. */
const maxKept = 10_000;

/** Spans of deliveries. Each belongs to the trace of the turn that made the message, also after a restart. */
export function callSpans({ tracing, db, log }: Pick<Deps, "tracing" | "db" | "log">): CallSpans | undefined {
  if (!tracing) return undefined;
  const places = new BoundedMap<number, string>(maxKept);

  async function record(pageId: string, id: number, { channel }: PlatformConnection, end: CallEnd): Promise<void> {
    const endedAt = performance.now();
    const { event, startedAt } = end;
    const after = places.get(id) ?? (await findTraceparent(db, pageId, id));
    const result = event.type === "call_accepted" ? "taken" : event.failure;
    const attributes = { "banter.page_id": pageId, "banter.channel": channel.type, "banter.message_id": id };
    const span = tracing?.start("deliver", { kind: "client", after, startedAt, attributes });
    span?.end({ "banter.result": result }, result === "taken" ? undefined : result, endedAt);
  }

  return {
    made: (messageId, place) => void places.set(messageId, place),
    ended(pageId, messageId, connected, end) {
      record(pageId, messageId, connected, end).catch((error) => log.warn({ err: error }, "span not recorded"));
    },
  };
}
