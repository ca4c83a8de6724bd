import { sendBefore } from "../audience/send-plan.ts";
import type { Goal } from "./happenings/goal.ts";
import type { ConversationState } from "./state.ts";
import type { Note, Trace, TriggerCheck, ValueSource, VisitReason } from "./trace.ts";

export function recordTrigger({ trace }: Traced, check: TriggerCheck): void {
  trace.triggers ??= [];
  trace.triggers.push(check);
}

/** Records what handles no input, before the triggers: the last of them is the one that handled it. */
export function recordFirst({ trace }: Traced, check: TriggerCheck): void {
  trace.triggers = [check, ...(trace.triggers ?? [])];
}

export function recordVisit({ trace }: Traced, { flowId, version, step }: Place, exit: string, reason?: VisitReason) {
  trace.visits ??= [];
  trace.visits.push(reason === undefined ? [flowId, version, step, exit] : [flowId, version, step, exit, reason]);
}

/** Records the first warnings, each once, and every end of a run: there are few of these. */
export function recordNote({ trace }: Traced, note: Note): void {
  trace.notes ??= [];
  const isWarning = note.note !== "run" && note.note !== "failed";
  if (isWarning && (trace.notes.length >= maxWarnings || isRecorded(trace.notes, note))) return;
  trace.notes.push(note);
}

/** Records a goal, up to a limit for a turn, with the broadcast and the tool that may have led to it. */
export function recordGoal({ trace, state, now }: Traced & Reaching, goal: Goal): void {
  trace.goals ??= [];
  if (trace.goals.length >= maxGoals) return;
  const send = sendBefore(state.planned, now);
  const { tool } = state;
  trace.goals.push({ ...goal, ...(send !== undefined && { send }), ...(tool !== undefined && { tool }) });
}

type Reaching = { readonly state: ConversationState; readonly now: number };

/** Records the first values of templates, each name once. */
export function recordValue({ trace }: Traced, name: string, source: ValueSource, value: string): void {
  trace.values ??= [];
  if (trace.values.length >= maxValues || trace.values.some(([known]) => known === cutValue(name))) return;
  trace.values.push([cutValue(name), source, cutValue(value)]);
}

/** Records a fallback in place of the empty value that it stands in for. */
export function recordFallback({ trace }: Traced, name: string, fallback: string): void {
  trace.values = trace.values?.filter(([known]) => known !== cutValue(name)) ?? [];
  recordValue({ trace }, name, "fallback", fallback);
}

/** The beginning of a text that may be too long for a trace. */
export function cutValue(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text;
}

type Traced = { readonly trace: Trace };
type Place = { flowId: number; version: number; step: string };

const maxWarnings = 30;
const maxGoals = 20;
const maxValues = 20;
const maxValueLength = 60;

function isRecorded(notes: Note[], note: Note): boolean {
  const json = JSON.stringify(note);
  return notes.some((other) => other.note === note.note && JSON.stringify(other) === json);
}
