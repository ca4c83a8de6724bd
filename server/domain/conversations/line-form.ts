import { Conversation } from "@banter/core/api/management/conversations.ts";
import type { Line } from "../../store/conversations/lines.ts";
import { databaseNow } from "../../store/health/database-clock.ts";

type Kind = Conversation["last"]["kind"];
const kinds: ReadonlySet<string> = new Set(Conversation.shape.last.shape.kind.options);

/** A line of the inbox in the form of the API. */
export function lineForm(line: Line, now = databaseNow()): Conversation {
  const { firstName, lastName, email, phone, assigneeId, assigneeName, paused } = line;
  return {
    psid: line.psid,
    name: [firstName, lastName].filter(Boolean).join(" ") || email || phone,
    picture_url: line.pictureUrl,
    last_at: line.lastAt,
    last: lastForm(line.lastFrom, line.lastKind, line.lastText),
    unread: line.unread,
    ...waitForm(line, now),
    is_handed_over: line.handedOverSince !== null,
    waiting_until: line.waitingUntil,
    paused: pauseForm(paused, now),
    elsewhere_since: line.elsewhere === null ? null : new Date(line.elsewhere.since),
    failed: line.failed,
    assignee: assigneeId === null ? null : { user_id: assigneeId, name: assigneeName ?? "" },
    is_blocked: line.isBlocked,
    tags: line.tags,
    changed: line.changed,
  };
}

/** The newest message. Its kind may be one that only a newer release knows. */
export const lastForm = (from: Line["lastFrom"], kind: string, text: string): Conversation["last"] => ({
  from,
  text,
  kind: kinds.has(kind) ? (kind as Kind) : "other",
});
/** A time that has not come yet is one that a member has put the conversation off to. */
function waitForm({ neededAt, isPutOffUntilInput, isDone, answerMinutes }: Line, now: number) {
  const isNeeded = neededAt !== null && neededAt.getTime() <= now;
  const late = isNeeded && answerMinutes !== null ? new Date(neededAt.getTime() + answerMinutes * 60_000) : null;
  return {
    waiting_since: isNeeded ? neededAt : null,
    late_at: late,
    snoozed: isPutOffUntilInput ? { until: null } : neededAt !== null && !isNeeded ? { until: neededAt } : null,
    is_done: isDone,
  };
}

/** A pause that is over stays in the state until the next turn. */
function pauseForm(paused: Line["paused"], now: number): Conversation["paused"] {
  if (!paused || (paused.until !== null && paused.until <= now)) return null;
  return { until: paused.until === null ? null : new Date(paused.until) };
}
