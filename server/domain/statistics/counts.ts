import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Note, Trace, TurnOutcome, Visit } from "@banter/core/flow/trace.ts";
import type { NumberName } from "@banter/core/model/numbers.ts";
import type { CountRow, ReplyRow, StepRow, UnmatchedRow } from "../../store/statistics/rows.ts";

/** A stored turn with what is counted of it. The trace is null once it was forgotten. */
export type CountedTurn = {
  id: number;
  psid: string;
  at: Date;
  event: ConversationEvent;
  trace: Trace | null;
  isNewCustomer: boolean;
};

/** A stored message to a customer. */
export type CountedMessage = { at: Date; by: "bot" | "person" | "api" };

export type PageCounts = { pageId: string; turns: CountedTurn[]; messages: CountedMessage[] };

/** Numbers with a key: the id of a keyword, a flow or a tool, or the ref of a tool. */
export type KeyedName = "keyword" | "flow_start" | "flow_finish" | "tool_start" | "tool_open";

export type Counts = { counts: CountRow[]; steps: StepRow[]; unmatched: UnmatchedRow[]; replies: ReplyRow[] };

/** Counts what turns and messages add to the statistics. Pure: the same news gives the same numbers. */
export function countNews(pages: PageCounts[]): Counts {
  const tally = createTally();
  for (const { pageId, turns, messages } of pages) {
    for (const turn of turns) countTurn(tally, pageId, turn);
    for (const { at, by } of messages) tally.count(pageId, `sent_by_${by}`, "", at);
  }
  return tally.result();
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const counts = new Map<string, CountRow>();
  const steps = new Map<string, StepRow>();
  const unmatched: UnmatchedRow[] = [];
  const replies: ReplyRow[] = [];
  return {
    count(pageId: string, what: NumberName | KeyedName, key: string | number, date: Date): void {
      const row = { page_id: pageId, what, key: String(key), at: quarterOf(date), count: 0 };
      raise(counts, `${pageId} ${what} ${row.at} ${key}`, row);
    },
    step(pageId: string, flow: number, step: string, exit: string, date: Date): void {
      const row = { page_id: pageId, flow_id: flow, step, exit, at: quarterOf(date), count: 0 };
      raise(steps, `${pageId} ${flow} ${row.at} ${step} ${exit}`, row);
    },
    unmatched,
    replies,
    result: (): Counts => ({ counts: [...counts.values()], steps: [...steps.values()], unmatched, replies }),
  };
}

function raise<Row extends { count: number }>(rows: Map<string, Row>, name: string, fresh: Row): void {
  const row = rows.get(name) ?? fresh;
  row.count++;
  rows.set(name, row);
}

const quarterOf = (date: Date) => Math.floor(date.getTime() / 900_000) * 900;

function countTurn(tally: Tally, pageId: string, turn: CountedTurn): void {
  const { id, psid, at, event, trace, isNewCustomer } = turn;
  if (isNewCustomer) tally.count(pageId, "new_customers", "", at);
  if (event.type === "message" || event.type === "press") tally.count(pageId, "received", "", at);
  if (isInput(event) && trace && botAnswers.has(trace.outcome)) tally.count(pageId, "answered_by_bot", "", at);
  if (isUnmatched(turn)) {
    tally.count(pageId, "unmatched", "", at);
    tally.unmatched.push({ page_id: pageId, id, at: quarterOf(at) });
  }
  const writer = writerOf(event);
  if (writer) {
    // A message of the platform's own inbox is a turn only; those written here are stored as messages too.
    if (writer.userId === null) tally.count(pageId, "sent_by_person", "", at);
    tally.replies.push({ page_id: pageId, id, psid, at: at.getTime(), user_id: writer.userId });
  }
  if (!trace) return;
  for (const { on, verdict, keyword } of trace.triggers ?? [])
    if (on === "keyword" && verdict === "matched" && keyword !== undefined) tally.count(pageId, "keyword", keyword, at);
  const ref = trace.triggers?.find(({ on, verdict }) => on === "referral" && verdict === "flow")?.ref;
  if (ref !== undefined) tally.count(pageId, "tool_start", ref, at);
  for (const flow of startedFlows(trace)) tally.count(pageId, "flow_start", flow, at);
  for (const note of trace.notes ?? [])
    if (note.note === "run" && note.end === "ended") tally.count(pageId, "flow_finish", note.flow, at);
  for (const { flow, step, exit } of countedVisits(trace)) tally.step(pageId, flow, step, exit, at);
}

const isInput = ({ type }: ConversationEvent) => type === "message" || type === "press" || type === "referral";

const botAnswers: ReadonlySet<TurnOutcome> = new Set(["started", "answered", "asked_again", "gave_up"]);

/** A message that went all the way to the default reply: no press, question or keyword took it. */
const isUnmatched = ({ event, trace }: CountedTurn) =>
  event.type === "message" && trace?.triggers?.at(-1)?.on === "default_reply";

/** The person who wrote. A pause without words is no reply. */
function writerOf(event: ConversationEvent): { userId: string | null } | undefined {
  return event.type === "takeover" && event.key !== undefined ? { userId: null } : undefined;
}

/** These outcomes continue a step that was counted as entered when its wait began. */
const goingOn: ReadonlySet<TurnOutcome> = new Set(["answered", "asked_again", "gave_up", "went_on"]);

/** The entered steps and the exits taken, by the same rule as the counters of all time. */
export function countedVisits({ visits = [], outcome }: Trace): { flow: number; step: string; exit: string }[] {
  return visits.flatMap(([flow, , step, exit], index) => [
    ...(index > 0 || !goingOn.has(outcome) ? [{ flow, step, exit: "" }] : []),
    ...(exit === "wait" ? [] : [{ flow, step, exit }]),
  ]);
}

/**
 * The flows that began in a turn. A flow begins at the turn's first step unless that continues a wait or follows a
 * button into a step; when another flow leads to it; and as a sequence, after the run before it waits or is over. A
 * return to the calling flow begins nothing.
 */
export function startedFlows({ visits = [], notes = [], triggers = [], outcome }: Trace): number[] {
  const isStep = triggers.some(({ on, verdict }) => on === "press" && verdict === "step");
  return visits.flatMap(([flow], index) => {
    const before = visits[index - 1];
    const isStart = before ? before[3] === "goto" || isOver(before, flow, notes) : !goingOn.has(outcome) && !isStep;
    return isStart ? [flow] : [];
  });
}

function isOver([flow, , , exit]: Visit, next: number, notes: Note[]): boolean {
  if (exit === "wait") return true;
  return flow !== next && notes.some((note) => note.note === "run" && note.flow === flow && note.end !== "replaced");
}
