import type { Event, Stored } from "./history.ts";
import { burstOf, keyOf, type Log, rules, type Violation } from "./rules.ts";

/** Compares the accepted calls with the deliveries and the stored rows. Pure: the same log gives the same result. */
export function checkRun(events: Event[], stored: Stored): { violations: Violation[]; figures: Figures } {
  const offered = events.filter((event) => event.type === "offered");
  const accepted = new Map(events.flatMap((event) => (event.type === "accepted" ? [[keyOf(event), event.at]] : [])));
  const deliveries = events.filter((event) => event.type === "delivered");
  const overran = new Set(events.flatMap((event) => (event.type === "overran" ? [burstOf(event)] : [])));
  const log: Log = { offered, accepted, deliveries, overran, stored };
  const repeats = deliveries.length - new Set(deliveries.map(({ messageId }) => messageId)).size;
  return {
    violations: rules.flatMap((rule) => rule(log)),
    figures: {
      accepted: accepted.size,
      delivered: deliveries.length - repeats,
      timers: offered.filter((call) => accepted.has(keyOf(call)) && (call.race || call.answers.some(hasTimer))).length,
      repeats,
    },
  };
}

export type Figures = {
  accepted: number;
  delivered: number;
  timers: number;
  /** Deliveries of a message beyond its first. */
  repeats: number;
};

const hasTimer = ({ afterSeconds }: { afterSeconds?: number }) => afterSeconds !== undefined;
