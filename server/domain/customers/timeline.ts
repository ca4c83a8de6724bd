import type { TimelineEntry as TimelineEntryForm } from "@banter/core/api/management/customers.ts";
import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Goal } from "@banter/core/flow/happenings/goal.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { listTimelineExtras, listTimelineTurns, type TimelineTurn } from "../../store/customers/timeline.ts";
import { nameOf } from "./terms.ts";

type TimelineKind = z.infer<typeof TimelineEntryForm>["kind"];

export type TimelineEntry = {
  id: number;
  at: Date;
  kind: TimelineKind;
  text: string | null;
  flowId: number | null;
  userId: string | null;
};

/** How many turns one page looks at: most of a customer's turns say something, timers do not. */
const perPage = 100;
const maxText = 200;

/** A customer's history, newest first. `next` is the `before` of the next page. */
export async function listTimeline(
  { db }: Pick<Deps, "db">,
  pageId: string,
  psid: string,
  before: number | undefined,
): Promise<{ entries: TimelineEntry[]; next: number | null }> {
  const turns = await listTimelineTurns(db, pageId, psid, { before: before ?? null, limit: perPage });
  const next = turns.length < perPage ? null : (turns.at(-1)?.id ?? null);
  const from = next === null ? null : (turns.at(-1)?.at ?? null);
  const extras = await listTimelineExtras(db, pageId, psid, { from, before: before ?? null, limit: perPage });
  const entries = [...turns.flatMap(entriesOf), ...extras.map(cutText)];
  return { entries: entries.sort((one, other) => other.at.getTime() - one.at.getTime()), next };
}

const cutText = (entry: TimelineEntry): TimelineEntry => ({ ...entry, text: entry.text?.slice(0, maxText) ?? null });

function entriesOf(turn: TimelineTurn): TimelineEntry[] {
  const { id, at, event, trace } = turn;
  const base = { id, at, flowId: null, userId: "userId" in event ? (event.userId ?? null) : null };
  const flowId = startedFlow(event, trace);
  const started = flowId === null ? [] : [{ ...base, kind: "flow" as const, text: null, flowId }];
  const goals = (trace?.goals ?? []).map((goal) => ({ kind: "goal" as const, text: goalText(goal) }));
  const own = [kindOf(event), cameBy(event), ...goals].flatMap((each) => each ?? []);
  return [...started, ...own.map(({ kind, text }) => ({ ...base, kind, text: text?.slice(0, maxText) ?? null }))];
}

/** The link or the advertisement that a message came by. */
function cameBy(event: ConversationEvent): OwnEntry | undefined {
  if (event.type !== "message" || !event.referral) return undefined;
  const { ref, adId, ad } = event.referral;
  return { kind: "came", text: ad?.title ?? (ref || (adId ?? null)) };
}

type OwnEntry = { kind: TimelineKind; text: string | null };

function kindOf(event: ConversationEvent): OwnEntry | undefined {
  switch (event.type) {
    case "message":
      return { kind: "wrote", text: event.text || (event.attachments?.[0]?.type ?? null) };
    case "number_changed":
      return { kind: "number_changed", text: event.to };
    case "inherited":
      return { kind: "number_changed", text: event.from };
    case "joined":
      return { kind: "joined", text: calledOf(event.customer) };
    case "part":
      return { kind: "parted", text: event.customer && calledOf(event.customer) };
    case "join":
      return { kind: "joined", text: null };
    case "parted":
      return { kind: "parted", text: null };
    case "consent":
      return { kind: event.isWanted ? "wants_marketing" : "refuses_marketing", text: event.words ?? null };
    case "prechat_form":
      return { kind: "filled_form", text: Object.values(event.fields).join(", ") || null };
    case "hook":
      return { kind: "hook", text: Object.values(event.fields).join(", ") || null };
    case "press":
      return { kind: "pressed", text: event.title };
    case "referral":
      return { kind: "came", text: event.ad?.title ?? (event.ref || (event.adId ?? null)) };
    case "follow":
      return { kind: "followed", text: null };
    case "reaction":
      return { kind: "reacted", text: event.emoji };
    case "comment":
      return { kind: "commented", text: event.text };
    case "arrived":
      return { kind: "commented", text: event.comment };
    case "takeover":
      return { kind: "person", text: event.text ?? null };
    case "person_message":
      return { kind: "person", text: null };
    case "edit_customer":
      return { kind: "edited", text: Object.keys(event.fields).join(", ") || null };
    case "block":
      return { kind: "blocked", text: null };
    default:
      return undefined;
  }
}

const calledOf = (contact: Omit<Customer, "psid">) => nameOf(contact) || contact.email || contact.phone;

const goalText = ({ name, value, currency }: Goal): string =>
  [name, ...(value === undefined ? [] : [String(value), currency ?? ""])].filter(Boolean).join(" ");

/** The flow that the turn has started, if it did. */
function startedFlow(event: ConversationEvent, trace: Trace | null): number | null {
  if (event.type === "send_flow" || event.type === "start_flow" || event.type === "hook") return event.flowId;
  return trace?.outcome === "started" ? (trace.triggers?.at(-1)?.flow ?? null) : null;
}
