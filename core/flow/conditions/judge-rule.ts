import type { ChannelType } from "../../channels/index.ts";
import { isOpen } from "../../match/is-open.ts";
import { normalise } from "../../match/normalise.ts";
import type { FieldType } from "../../model/custom-field.ts";
import type { CheckedRule } from "../trace.ts";
import { efforts } from "../turn/work.ts";
import { fieldHolds } from "./compare-field.ts";
import type { AnyRule, SegmentRule } from "./rule.ts";

/** The facts that the rules of a turn are judged by, in a flow or of the page. Times are in epoch milliseconds. */
export type TurnFacts = CustomerFacts & {
  now: number;
  zone: () => string;
  channel: ChannelType;
  tags: readonly number[];
  /** Reads a variable of the run or a field of the customer. */
  read: (field: string) => string | undefined;
  fieldType: (field: string) => FieldType | undefined;
  fill: (template: string) => string;
  /** Counts work. Returns false once the turn has used up its allowance. */
  work: (units: number) => boolean;
};

/** Facts of a customer beyond tags and fields, as a turn knows them. */
export type CustomerFacts = {
  locale: string | null;
  firstSeenAt: number;
  lastInputAt: number | null;
  /** The sequences that the customer is in. */
  sequences: readonly number[];
  /** The customer's last word on the page's news; null if they have said none. */
  isWanted: boolean | null;
  unreachable: string | null;
  isBlocked: boolean;
  /** The length of the channel's messaging window; null if it has none. */
  windowSeconds: number | null;
};

/** The facts that a segment's rules need beyond those: a turn would have to look them up. */
export type SegmentFacts = TurnFacts & {
  /** `direct`, `ad 1234` or `ref spring`; null if it is not known. */
  source: string | null;
  /** True if there is such a message. */
  hasMessage: (rule: MessageRule) => boolean;
};

export type MessageRule = Extract<SegmentRule, { type: "message" }>;

/** The rules that only segments have. */
type LookedUpRule = Extract<SegmentRule, { type: "source" | "message" }>;

type Judged = { isTrue: boolean; checked: CheckedRule };

/** Decides a rule for the customer, now. `checked` records it for the trace. */
export function judge(rule: LookedUpRule, facts: SegmentFacts): Judged;
export function judge(rule: Exclude<AnyRule, LookedUpRule>, facts: TurnFacts): Judged;
export function judge(rule: AnyRule, facts: SegmentFacts): Judged;
export function judge(rule: AnyRule, facts: TurnFacts | SegmentFacts): Judged {
  switch (rule.type) {
    case "tag": {
      const has = rule.tag_id !== null && facts.tags.includes(rule.tag_id);
      return { isTrue: rule.has === has, checked: { rule: "tag", tag: rule.tag_id, has } };
    }
    case "time": {
      facts.work(efforts.clock);
      const isTrue = isOpen(rule.hours, { instant: facts.now, zone: facts.zone() });
      return { isTrue, checked: { rule: "time", holds: isTrue } };
    }
    case "channel": {
      const isTrue = rule.channels.includes(facts.channel);
      return { isTrue, checked: { rule: "channel", holds: isTrue } };
    }
    case "field": {
      const { field, operator, value: template = "" } = rule;
      const [value, found] = [facts.fill(template), facts.read(field) ?? ""];
      const { zone, work } = facts;
      const isTrue = fieldHolds(operator, found, value, { type: facts.fieldType(field), zone, work });
      const checked = { rule: "field", field, operator, value: cut(value), found: cut(found), holds: isTrue } as const;
      return { isTrue, checked };
    }
    case "source":
    case "message":
      // The overloads leave no other facts for these rules.
      return judgeLookedUp(rule, facts as SegmentFacts);
    default:
      return judgeCustomer(rule, facts);
  }
}

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);

const dayMs = 86_400_000;

/** The time from which on something is within so many days. */
export const sinceOf = (days: number, now: number) => now - days * dayMs;

type CustomerRule = Exclude<AnyRule, { type: "tag" | "time" | "channel" | "field" | LookedUpRule["type"] }>;

function judgeCustomer(rule: CustomerRule, facts: TurnFacts): Judged {
  const { now, lastInputAt } = facts;
  switch (rule.type) {
    case "locale": {
      const holds = rule.locales.some((locale) => isLocale(facts.locale, locale));
      return { isTrue: rule.is === holds, checked: { rule: "locale", found: facts.locale ?? "", holds } };
    }
    case "last_active": {
      const within = lastInputAt !== null && lastInputAt >= sinceOf(rule.days, now);
      const { days } = rule;
      return { isTrue: rule.within === within, checked: { rule: "last_active", days, at: lastInputAt, holds: within } };
    }
    case "first_seen": {
      const within = facts.firstSeenAt >= sinceOf(rule.days, now);
      const checked = { rule: "first_seen", days: rule.days, at: facts.firstSeenAt, holds: within } as const;
      return { isTrue: rule.within === within, checked };
    }
    case "sequence": {
      const { sequence_id: sequence } = rule;
      const holds = sequence !== null && facts.sequences.includes(sequence);
      return { isTrue: rule.runs === holds, checked: { rule: "sequence", sequence, holds } };
    }
    case "subscription": {
      const { subscription } = rule;
      const holds = facts.isWanted === (subscription === "subscribed");
      return { isTrue: rule.is === holds, checked: { rule: "subscription", subscription, holds } };
    }
    case "reach": {
      const holds = reaches[rule.reach](facts);
      return { isTrue: rule.is === holds, checked: { rule: "reach", reach: rule.reach, holds } };
    }
  }
}

function judgeLookedUp(rule: LookedUpRule, facts: SegmentFacts): Judged {
  switch (rule.type) {
    case "source": {
      const holds = isSource(facts.source, rule);
      return { isTrue: rule.is === holds, checked: { rule: "source", found: facts.source ?? "", holds } };
    }
    case "message": {
      const holds = facts.hasMessage(rule);
      const { did, flow_id: flow, step, days } = rule;
      const about = { ...(step !== undefined && { step }), ...(days !== undefined && { days }) };
      return { isTrue: rule.has === holds, checked: { rule: "message", did, flow, ...about, holds } };
    }
  }
}

/** `vi` stands for every Vietnamese, `pt-BR` for that of Brazil only. */
function isLocale(found: string | null, wanted: string): boolean {
  const [here, there] = [found ?? "", wanted].map(localeKey);
  return here === there || (here ?? "").startsWith(`${there}-`);
}

/** A locale in the form in which locales are compared. */
export const localeKey = (locale: string) => normalise(locale).replaceAll("_", "-");

function isSource(found: string | null, { source, value }: Extract<SegmentRule, { type: "source" }>): boolean {
  if (found === null) return false;
  return value === undefined ? found === source || found.startsWith(`${source} `) : found === `${source} ${value}`;
}

const reaches: Record<
  Extract<AnyRule, { type: "reach" }>["reach"],
  (facts: CustomerFacts & { now: number }) => boolean
> = {
  unreachable: ({ unreachable }) => unreachable !== null,
  blocked: ({ isBlocked }) => isBlocked,
  open: ({ unreachable, isBlocked, windowSeconds, lastInputAt, now }) =>
    unreachable === null &&
    !isBlocked &&
    (windowSeconds === null || (lastInputAt !== null && lastInputAt >= now - windowSeconds * 1000)),
};
