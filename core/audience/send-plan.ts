import { nextOpening } from "../flow/time.ts";
import type { Content } from "../model/content/content.ts";
import { type Hours, weekdays } from "../model/time/hours.ts";
import type { AudienceSettings } from "./settings.ts";

/**
 * A message that nobody has asked for, as its mail carries it. `id` is that of the broadcast, the sequence or the rule.
 *
 *     { "type": "broadcast", "id": 1042, "variant": 0, "unsubscribe": "Unsubscribe" }
 */
export type Plan = {
  type: "broadcast" | "sequence" | "rule";
  id: number;
  variant?: number;
  /** The title of a button, put below the last message, that ends the customer's subscription. */
  unsubscribe?: string;
  /** Sent instead to customers whose messaging window is closed. */
  outside?: Content;
  outsideTag?: string;
  /** It needs no open window: a template, a tagged message, or a flow that begins with one. */
  isForAnyTime?: true;
};

/** Something that a plan has sent to a customer, in their state. `send` is the id of the send that counts it, if any. */
export type Planned = { type: Plan["type"]; id: number; send?: number; at: number; isAnswered?: true };

/** A customer as the plan needs them. Times are in epoch milliseconds. */
export type PlanFacts = {
  isBlocked: boolean;
  unreachable: string | null;
  /** The customer's last word on the page's news; null if they have said none. */
  isWanted: boolean | null;
  /** The end of the time for which a person or another app has the conversation; null: there is none. 0 if nobody has. */
  pausedUntil: number | null;
  lastInputAt: number | null;
  /** The length of the channel's messaging window; null if it has none. */
  windowSeconds: number | null;
  /** The times at which plans have sent something to the customer. */
  planned: readonly number[];
  /** The customer's time zone, or else the page's. */
  zone: string;
};

/**
 * `isForAnyTime` and `hasOutside` as in `Plan`. `notBefore`: it is for a time in the customer's zone. `isAnswer`: the
 * customer has just done something, so that the window is open, and it is no time of rest.
 */
export type PlanNeeds = { isForAnyTime: boolean; hasOutside: boolean; notBefore?: number; isAnswer?: boolean };

export const refusals = [
  "blocked",
  "unreachable",
  "unsubscribed",
  "not_subscribed",
  "paused",
  "outside_window",
  "too_many",
] as const;
export type PlanRefusal = (typeof refusals)[number];

export type PlanVerdict =
  | { go: "now"; isOutside: boolean }
  | { go: "later"; at: number; isOutside: boolean }
  | { go: "never"; why: PlanRefusal };

export const weekMs = 7 * 86_400_000;

/**
 * Decides about one customer: may the message go now, later or never? The forecast is the same for many at once
 * (`store/audience/plan.ts`), in the same order.
 */
export function judgePlan(facts: PlanFacts, needs: PlanNeeds, settings: AudienceSettings, now: number): PlanVerdict {
  const never = (why: PlanRefusal): PlanVerdict => ({ go: "never", why });
  if (facts.isBlocked) return never("blocked");
  if (facts.unreachable !== null) return never("unreachable");
  if (facts.isWanted === false) return never("unsubscribed");
  if (settings.needs_opt_in && !facts.isWanted) return never("not_subscribed");
  if (facts.pausedUntil === null) return never("paused");
  const { pausedUntil } = facts;
  if (needs.isAnswer)
    return pausedUntil > now ? { go: "later", at: pausedUntil, isOutside: false } : { go: "now", isOutside: false };
  const isOutside = !needs.isForAnyTime && isWindowClosed(facts, now);
  if (isOutside && !needs.hasOutside) return never("outside_window");
  const { weekly_cap } = settings;
  if (weekly_cap !== null && countSince(facts.planned, now - weekMs) >= weekly_cap) return never("too_many");
  const at = openingFor(settings, facts.zone, Math.max(now, pausedUntil, needs.notBefore ?? 0));
  return at > now ? { go: "later", at, isOutside } : { go: "now", isOutside };
}

/** The platform decides about customers who have never written. */
const isWindowClosed = ({ windowSeconds, lastInputAt }: PlanFacts, now: number) =>
  windowSeconds !== null && lastInputAt !== null && lastInputAt < now - windowSeconds * 1000;

const countSince = (times: readonly number[], since: number) => times.filter((time) => time > since).length;

/** The time itself, or the end of the quiet hours that it falls into. */
export function openingFor({ quiet_hours }: AudienceSettings, zone: string, time: number): number {
  if (quiet_hours === null) return time;
  const { from, to } = quiet_hours;
  const open: Hours = [{ days: [...weekdays], from: to, to: from }];
  return nextOpening(open, time, zone);
}

/** The send of the newest broadcast that the customer got within a week. */
export const sendBefore = (planned: readonly Planned[] | undefined, now: number): number | undefined =>
  planned?.findLast(({ send, at }) => send !== undefined && now - at <= weekMs)?.send;

/** Kept in a customer's state: as long as mail with the same key is known, and no more than these. */
const keptMs = 31 * 86_400_000;
const maxKept = 30;

export const keepPlanned = (planned: readonly Planned[] | undefined, next: Planned): Planned[] =>
  [...(planned ?? []).filter(({ at }) => at > next.at - keptMs), next].slice(-maxKept);

/** Tagged messages and templates may be sent outside the messaging window. */
export function needsWindow({ type }: { type: string }, messageTag: string | null | undefined): boolean {
  return !messageTag && type !== "whatsapp_message_template";
}
