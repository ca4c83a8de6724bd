import { Conversation } from "@banter/core/api/management/conversations.ts";
import type { Line } from "../../store/conversations/lines.ts";
import { databaseNow } from "../../store/health/database-clock.ts";

type Kind = Conversation["last"]["kind"];
const kinds: ReadonlySet<string> = new Set(Conversation.shape.last.shape.kind.options);

/** A line of the inbox in the form of the API. */
export function lineForm(line: Line, now = databaseNow()): Conversation {
  const { firstName, lastName, assigneeId, assigneeName, paused } = line;
  return {
    psid: line.psid,
    name: [firstName, lastName].filter(Boolean).join(" ") || null,
    picture_url: line.pictureUrl,
    last_at: line.lastAt,
    last: {
      from: line.lastFrom,
      text: line.lastText,
      kind: kinds.has(line.lastKind) ? (line.lastKind as Kind) : "other",
    },
    unread: line.unread,
    waiting_since: line.waitingSince,
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

/** A pause that is over stays in the state until the next turn. */
function pauseForm(paused: Line["paused"], now: number): Conversation["paused"] {
  if (!paused || (paused.until !== null && paused.until <= now)) return null;
  return { until: paused.until === null ? null : new Date(paused.until) };
}
