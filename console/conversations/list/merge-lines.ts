import type { Conversation, Lines } from "../../live/conversation-cache.ts";
import { isByAge, type View } from "./view.ts";

type Listed = {
  /** Pages of the list as they were read, in order. */
  read: readonly Conversation[];
  /** Newer forms that events have brought. */
  lines: Lines | undefined;
  /** Only the server knows whom a search or a condition finds: such a list gets no other lines, its own change. */
  view: View;
  /** There are conversations behind the last one that was read. */
  hasMore: boolean;
  userId: string;
  /** The open conversation stays in a list that it no longer belongs to, until another one is opened. */
  openPsid: string | undefined;
  /** The time, in epoch milliseconds. */
  now: number;
};

/** The list to show: every conversation once, in its newest form, in the order of its list. */
export function mergeLines({ read, lines, view, hasMore, userId, openPsid, now }: Listed): Conversation[] {
  const isSearch = view.search !== "";
  const isFound = isSearch || view.view !== undefined;
  const order = isByAge(view) ? byTime : byActivity;
  const known = new Map<string, Conversation>();
  for (const line of read) {
    const other = known.get(line.psid);
    if (!other || other.changed < line.changed) known.set(line.psid, line);
  }
  const end = hasMore ? read.at(-1) : undefined;
  for (const [psid, line] of lines ?? []) {
    const old = known.get(psid);
    if (line === null) known.delete(psid);
    else if (old) {
      if (old.changed < line.changed) known.set(psid, line);
      // One behind the end is in a page that has not been read.
    } else if (!isFound && !(end && order(end, line) < 0)) known.set(psid, line);
  }
  const shown = [...known.values()].filter((line) => line.psid === openPsid || isIn(line, view, { userId, now }));
  return isSearch ? shown : shown.sort(order);
}

function isIn(line: Conversation, { filter, member }: View, { userId, now }: { userId: string; now: number }) {
  if (member !== undefined && line.assignee?.user_id !== member) return false;
  switch (filter) {
    case "all":
      return true;
    case "unread":
      return line.unread > 0;
    case "waiting":
      return isWaiting(line, now);
    case "snoozed":
      return line.snoozed !== null && !isWaiting(line, now);
    case "done":
      return line.is_done;
    case "failed":
      return line.failed > 0;
    case "mine":
      return line.assignee?.user_id === userId && !line.is_done;
  }
}

/** Since when the customer waits, or will wait. A time that was in the future when the line was read may have come. */
export const waitOf = ({ waiting_since, snoozed }: Conversation): string | null =>
  waiting_since ?? snoozed?.until ?? null;

export function isWaiting(line: Conversation, now: number): boolean {
  const since = waitOf(line);
  return since !== null && Date.parse(since) <= now;
}

/** As the server lists them: the longest wait first, without a time last. Open ones that nobody needs are behind all. */
function byTime(one: Conversation, other: Conversation): number {
  const [first, second] = [waitOf(one) ?? "9", waitOf(other) ?? "9"];
  return first === second ? byActivity(other, one) : first < second ? -1 : 1;
}

/** Newest first. */
function byActivity(one: Conversation, other: Conversation): number {
  if (one.last_at !== other.last_at) return one.last_at < other.last_at ? 1 : -1;
  return one.psid < other.psid ? 1 : one.psid > other.psid ? -1 : 0;
}
