import type { DueNotice } from "../../store/notifications/notices.ts";

/** Attempts run side by side, up to this many. */
const maxAttempts = 200;
/** The part of them that one page, or one user, may have: a target that hangs must not delay those of others. */
const maxOfPage = 10;
const maxOfUser = 10;

export type Shares = ReturnType<typeof createShares>;

/** Counts the attempts under way by page and by user, so that nobody takes all of them. */
export function createShares() {
  const pages = new Map<string, number>();
  const users = new Map<string, number>();
  let total = 0;

  return {
    room: () => maxAttempts - total,
    /** Pages and users that have all their attempts under way. */
    full: () => ({ pageIds: fullOf(pages, maxOfPage), userIds: fullOf(users, maxOfUser) }),
    /** Returns false if the page or the user of the notice is full. */
    take({ pageId, userId }: DueNotice): boolean {
      const isFull = (pages.get(pageId) ?? 0) >= maxOfPage || (userId && (users.get(userId) ?? 0) >= maxOfUser);
      if (isFull || total >= maxAttempts) return false;
      total++;
      // A test of a user's own belongs to no page.
      if (pageId) add(pages, pageId, 1);
      if (userId) add(users, userId, 1);
      return true;
    },
    /** Returns true if somebody may have waited for this. */
    release({ pageId, userId }: DueNotice): boolean {
      const wasFull =
        total >= maxAttempts ||
        (pages.get(pageId) ?? 0) >= maxOfPage ||
        (userId !== null && (users.get(userId) ?? 0) >= maxOfUser);
      total--;
      if (pageId) add(pages, pageId, -1);
      if (userId) add(users, userId, -1);
      return wasFull;
    },
  };
}

function add(counts: Map<string, number>, id: string, change: number): void {
  const count = (counts.get(id) ?? 0) + change;
  if (count > 0) counts.set(id, count);
  else counts.delete(id);
}

const fullOf = (counts: Map<string, number>, max: number): string[] =>
  [...counts].flatMap(([id, count]) => (count >= max ? [id] : []));
