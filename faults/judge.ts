import type { Event } from "./history.ts";
import { keyOf, type Log, rules } from "./rules.ts";

/** The rows of the database once the load has ended. `createdAt` is in milliseconds of the database's clock. */
export type Stored = {
  messages: {
    id: number;
    psid: string;
    text: string | null;
    status: string;
    possibleDuplicate: boolean;
    createdAt: number;
  }[];
  /** The turns of customers' messages, in the order in which they were taken. */
  turns: { psid: string; text: string | null }[];
  statistics: { flow: string; kept: object; recounted: object }[];
};

/**
 * The ways to break a promise.
 *
 * - `lost`: an accepted call has an answer that never came, or a message counts as sent that the platform never saw.
 * - `advanced_twice`: one call was handled twice, so that its answer exists as two messages.
 * - `unmarked_repeat`: a message was sent again and is not marked as a possible duplicate.
 * - `order`: a customer's messages were handled or delivered in another order than they were written.
 * - `early_timer`, `statistics`: as they say.
 * - `unknown`: a delivery that no call explains.
 * - `unfinished`: a message is neither sent nor failed.
 * - `stuck`: something went on only after the server was restarted. `slow`: something took longer than promised.
 * - `misbehaved`: the server or its database ended, or answered as it must not.
 */
export type ViolationKind =
  | "lost"
  | "advanced_twice"
  | "unmarked_repeat"
  | "order"
  | "early_timer"
  | "statistics"
  | "unknown"
  | "unfinished"
  | "stuck"
  | "slow"
  | "misbehaved";

export type Violation = { kind: ViolationKind; text: string };

export type Figures = {
  accepted: number;
  delivered: number;
  timers: number;
  /** Deliveries of a message beyond its first. */
  repeats: number;
};

/** Compares what was accepted with what was delivered and stored. Pure: the same log gives the same verdict. */
export function judge(events: Event[], stored: Stored): { violations: Violation[]; figures: Figures } {
  const offered = events.filter((event) => event.type === "offered");
  const accepted = new Set(events.flatMap((event) => (event.type === "accepted" ? keyOf(event) : [])));
  const deliveries = events.filter((event) => event.type === "delivered");
  const log: Log = { offered, accepted, deliveries, stored };
  const repeats = deliveries.length - new Set(deliveries.map(({ messageId }) => messageId)).size;
  return {
    violations: rules.flatMap((rule) => rule(log)),
    figures: {
      accepted: accepted.size,
      delivered: deliveries.length - repeats,
      timers: offered.filter((call) => accepted.has(keyOf(call)) && call.answers.some(hasTimer)).length,
      repeats,
    },
  };
}

const hasTimer = ({ afterSeconds }: { afterSeconds?: number }) => afterSeconds !== undefined;
