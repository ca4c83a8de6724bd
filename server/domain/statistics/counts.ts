import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { traitsOf } from "@banter/core/flow/event-traits.ts";
import {
  botAnswers,
  continuesStep,
  countedVisits,
  type ModelDeed,
  type Note,
  type RuleDeed,
  type SequenceDeed,
  type Visit,
} from "@banter/core/flow/trace.ts";
import type { NumberName } from "@banter/core/model/numbers.ts";
import { toolKey } from "@banter/core/model/tools/tool.ts";
import type { RuleTurnRow } from "../../store/audience/rule-turns.ts";
import type { MessageNews, TurnNews } from "../../store/conversations/news.ts";
import type { ExitRow } from "../../store/runtime/step-exits.ts";
import type { CountRow, ReplyRow, StepRow, UnmatchedRow } from "../../store/statistics/rows.ts";
import { causedGoalKey, goalKey, goalParts } from "./goals.ts";

type CountedMessage = Pick<MessageNews, "at" | "turnType">;

/** A reaction is stored like a message, and is none. */
const isCounted = ({ turnType }: CountedMessage) => turnType !== "person_reaction";

/** `firstInputs`: turns in which a customer has done something for the first time. */
type PageCounts = {
  pageId: string;
  turns: TurnNews[];
  messages: CountedMessage[];
  firstInputs: ReadonlySet<number>;
};

/**
 * Numbers with a key: the id of a keyword, a flow or a tool, the ref of a tool (`toolKey`), the send of a plan and its
 * verdict, `1042 unsubscribed`; or a goal after the send or the tool that led to it.
 */
type KeyedName =
  | "keyword"
  | "flow_start"
  | "flow_finish"
  | "tool_start"
  | "tool_open"
  | "plan"
  | "goal"
  | "goal_value"
  | "plan_goal"
  | "plan_goal_value"
  | "tool_goal"
  | "tool_goal_value"
  | AudienceName
  | AiName;
/** With the flow and the step as their key, `12 ai`; that of a tool has its name behind them, `12 ai add_tag_1`. */
type AiName = `ai_${ModelDeed}` | "ai_tokens" | "ai_cost" | "ai_tool";
type AudienceName = `sequence_${SequenceDeed}` | `rule_${RuleDeed}`;

export type Counts = {
  counts: CountRow[];
  steps: StepRow[];
  exits: ExitRow[];
  unmatched: UnmatchedRow[];
  replies: ReplyRow[];
  ruleTurns: RuleTurnRow[];
};

/** Counts what turns and messages add to the statistics. Pure: the same news gives the same numbers. */
export function newsCounter(): { add(news: PageCounts): void; result(): Counts } {
  const tally = createTally();
  return {
    add({ pageId, turns, messages, firstInputs }) {
      for (const turn of turns) {
        if (firstInputs.has(turn.id)) tally.count(pageId, "new_customers", "", turn.at);
        countTurn(tally, pageId, turn);
      }
      for (const { at, turnType } of messages.filter(isCounted))
        tally.count(pageId, `sent_by_${senderOf(turnType)}`, "", at);
    },
    result: tally.result,
  };
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const counts = new Map<string, CountRow>();
  const steps = new Map<string, StepRow>();
  const exits = new Map<string, ExitRow>();
  const unmatched: UnmatchedRow[] = [];
  const replies: ReplyRow[] = [];
  const ruleTurns: RuleTurnRow[] = [];
  return {
    count(pageId: string, what: NumberName | KeyedName, key: string | number, date: Date, by = 1): void {
      const row = { page_id: pageId, what, key: String(key), at: quarterOf(date), count: 0 };
      raise(counts, `${pageId} ${what} ${row.at} ${key}`, row, by);
    },
    step(pageId: string, flow: number, step: string, exit: string, date: Date): void {
      const row = { page_id: pageId, flow_id: flow, step, exit, at: quarterOf(date), count: 0 };
      raise(steps, `${pageId} ${flow} ${row.at} ${step} ${exit}`, row);
    },
    exit(pageId: string, flow: number, step: string, exit: string): void {
      const name = `${pageId} ${flow} ${step} ${exit}`;
      const row = exits.get(name) ?? { page_id: pageId, flow_id: flow, step, exit, taken: 0 };
      row.taken++;
      exits.set(name, row);
    },
    unmatched,
    replies,
    ruleTurns,
    result: (): Counts => ({
      ...{ counts: [...counts.values()], steps: [...steps.values()], exits: [...exits.values()] },
      ...{ unmatched, replies, ruleTurns },
    }),
  };
}

function raise<Row extends { count: number }>(rows: Map<string, Row>, name: string, fresh: Row, by = 1): void {
  const row = rows.get(name) ?? fresh;
  row.count += by;
  rows.set(name, row);
}

const quarterOf = (date: Date) => Math.floor(date.getTime() / 900_000) * 900;

function countTurn(tally: Tally, pageId: string, turn: TurnNews): void {
  const { id, psid, at, event, outcome, triggers, notes } = turn;
  const count = (what: NumberName | KeyedName, key: string | number = "") => tally.count(pageId, what, key, at);
  if (traitsOf(event).isWords) count("received");
  if (traitsOf(event).isInput && outcome && botAnswers.includes(outcome)) count("answered_by_bot");
  if (isUnmatched(turn)) {
    count("unmatched");
    tally.unmatched.push({ page_id: pageId, id, at: quarterOf(at) });
  }
  const writer = writerOf(event);
  // A message of the platform's own inbox is a turn only; those written here are stored as messages too.
  if (writer?.userId === null) count("sent_by_person");
  if (writer) tally.replies.push({ page_id: pageId, id, psid, at: at.getTime(), user_id: writer.userId });
  for (const { on, verdict, keyword, ref, tool, send } of triggers ?? []) {
    if (on === "plan" && send !== undefined) count("plan", `${send} ${verdict}`);
    if (on === "keyword" && verdict === "matched" && keyword !== undefined) count("keyword", keyword);
    if (on === "referral" && verdict === "flow" && ref !== undefined) count("tool_start", ref);
    const isHappening = on === "happening" || on === "comment";
    if (isHappening && tool !== undefined) count("tool_open", tool);
    if (isHappening && verdict === "flow" && tool !== undefined) count("tool_start", toolKey({ id: tool }));
  }
  for (const flow of startedFlows(turn)) count("flow_start", flow);
  for (const note of notes ?? []) {
    if (note.note === "run" && note.end === "ended") count("flow_finish", note.flow);
    if (note.note === "sequence") count(`sequence_${note.did}`, deedKey(note));
    if (note.note === "model") countModel(tally, pageId, note, at);
    if (note.note === "rule") {
      count(`rule_${note.did}`, note.rule);
      tally.ruleTurns.push({ page_id: pageId, rule_id: note.rule, turn_id: id });
    }
  }
  for (const goal of turn.goals ?? []) {
    const reached = (what: "goal" | "plan_goal" | "tool_goal", key: string) => {
      count(what, key);
      if (goal.value) tally.count(pageId, `${what}_value`, key, at, goalParts(goal));
    };
    reached("goal", goalKey(goal));
    if (goal.send !== undefined) reached("plan_goal", causedGoalKey(goal.send, goal));
    if (goal.tool !== undefined) reached("tool_goal", causedGoalKey(goal.tool, goal));
  }
  for (const { flow, step, exit } of countedVisits(turn.visits, turn.outcome)) {
    tally.step(pageId, flow, step, exit, at);
    if (turn.isCountedLater) tally.exit(pageId, flow, step, exit);
  }
}

function countModel(tally: Tally, pageId: string, note: Extract<Note, { note: "model" }>, at: Date): void {
  const key = `${note.flow ?? 0} ${note.step ?? ""}`;
  tally.count(pageId, `ai_${note.did}`, key, at);
  const tokens = note.input + note.output;
  if (tokens > 0) tally.count(pageId, "ai_tokens", key, at, tokens);
  if (note.cost > 0) tally.count(pageId, "ai_cost", key, at, note.cost);
  // A tool that was refused may have any name.
  for (const [tool, verdict] of note.tools ?? [])
    if (verdict === "done") tally.count(pageId, "ai_tool", `${key} ${tool}`, at);
}

/** `id step reason`; what is not known is empty. */
const deedKey = ({ sequence, step, why }: Extract<Note, { note: "sequence" }>) =>
  `${sequence} ${step ?? ""} ${why ?? ""}`;

function senderOf(turnType: CountedMessage["turnType"]): "bot" | "person" | "api" | "broadcast" {
  if (turnType === "person_message") return "person";
  if (turnType === "broadcast") return "broadcast";
  return turnType === "send_flow" || turnType === "send_content" || turnType === "hook" ? "api" : "bot";
}

/** A message that went all the way to the default reply: no press, question or keyword took it. */
const isUnmatched = ({ event, triggers }: TurnNews) =>
  event.type === "message" && triggers?.at(-1)?.on === "default_reply";

/** The person who wrote, null if it was in the platform's own inbox. A pause without words is no reply. */
function writerOf(event: ConversationEvent): { userId: string | null } | undefined {
  if (event.type === "person_message") return { userId: event.userId };
  return event.type === "takeover" && event.key !== undefined ? { userId: null } : undefined;
}

type Path = Pick<TurnNews, "visits" | "notes" | "triggers" | "outcome">;

/**
 * The flows that began in a turn. A flow begins at the turn's first step unless that continues a wait or follows a
 * button into a step; when another flow leads to it; and as a sequence, after the run before it waits or is over. A
 * return to the calling flow begins nothing.
 */
export function startedFlows(turn: Path): number[] {
  const { visits, notes, triggers } = turn;
  const isStep = triggers?.some(({ on, verdict }) => on === "press" && verdict === "step") ?? false;
  return (visits ?? []).flatMap(([flow], index) => {
    const before = visits?.[index - 1];
    const isStart = before
      ? before[3] === "goto" || isOver(before, flow, notes ?? [])
      : !continuesStep(turn.outcome) && !isStep;
    return isStart ? [flow] : [];
  });
}

function isOver([flow, , , exit]: Visit, next: number, notes: Note[]): boolean {
  if (exit === "wait") return true;
  return flow !== next && notes.some((note) => note.note === "run" && note.flow === flow && note.end !== "replaced");
}
