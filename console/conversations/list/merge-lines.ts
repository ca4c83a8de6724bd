import type { Conversation, Lines } from "../../live/conversation-cache.ts";
import type { Filter } from "../queries.ts";

type Listed = {
  /** Pages of the list as they were read, in order. */
  read: readonly Conversation[];
  /** Newer forms that events have brought. */
  lines: Lines | undefined;
  filter: Filter;
  /** Search results stay as they were found; only the lines in them change. */
  isSearch: boolean;
  /** There are conversations behind the last one that was read. */
  hasMore: boolean;
  userId: string;
  /** The open conversation stays in a list that it no longer belongs to, until another one is opened. */
  openPsid: string | undefined;
};

/** The list to show: every conversation once, in its newest form, by last activity. */
export function mergeLines({ read, lines, filter, isSearch, hasMore, userId, openPsid }: Listed): Conversation[] {
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
    } else if (!isSearch && !(end && byActivity(end, line) < 0)) known.set(psid, line);
  }
  const shown = [...known.values()].filter((line) => line.psid === openPsid || isIn(filter, line, userId));
  return isSearch ? shown : shown.sort(byActivity);
}

function isIn(filter: Filter, line: Conversation, userId: string): boolean {
  switch (filter) {
    case "all":
      return true;
    case "unread":
      return line.unread > 0;
    case "waiting":
      return line.waiting_since !== null;
    case "failed":
      return line.failed > 0;
    case "mine":
      return line.assignee?.user_id === userId;
  }
}

/** Newest first. */
function byActivity(one: Conversation, other: Conversation): number {
  if (one.last_at !== other.last_at) return one.last_at < other.last_at ? 1 : -1;
  return one.psid < other.psid ? 1 : one.psid > other.psid ? -1 : 0;
}
