export type Present = { user_id: string; name: string; is_typing: boolean };
type PresenceState = "looking" | "typing" | "gone";
/** A member looks at a conversation, or writes in it, or has left it. */
export type Presence = { psid: string; userId: string; name: string; state: PresenceState };

const forgottenMs = 20_000;

/** The members at each conversation of each page, as all nodes report them. Kept in memory only. */
export function presences() {
  const pages = new Map<string, Map<string, Map<string, Present & { until: number }>>>();

  const list = (pageId: string, psid: string): Present[] =>
    [...(pages.get(pageId)?.get(psid)?.values() ?? [])]
      .filter(({ until }) => until > performance.now())
      .map(({ until: _, ...present }) => present);

  function remove(pageId: string, psid: string, userId: string): void {
    const conversations = pages.get(pageId);
    const members = conversations?.get(psid);
    members?.delete(userId);
    if (members?.size === 0) conversations?.delete(psid);
    if (conversations?.size === 0) pages.delete(pageId);
  }

  return {
    list,
    /** Returns false if nothing has changed for others: the member only stays. */
    set(pageId: string, { psid, userId, name, state }: Presence): boolean {
      const before = pages.get(pageId)?.get(psid)?.get(userId);
      if (state === "gone") {
        remove(pageId, psid, userId);
        return before !== undefined;
      }
      const is_typing = state === "typing";
      const conversations = pages.get(pageId) ?? new Map<string, Map<string, Present & { until: number }>>();
      const members = conversations.get(psid) ?? new Map<string, Present & { until: number }>();
      members.set(userId, { user_id: userId, name, is_typing, until: performance.now() + forgottenMs });
      pages.set(pageId, conversations.set(psid, members));
      return before?.is_typing !== is_typing;
    },
    /** Forgets members who have not reported for a while. Returns the conversations that they were at. */
    sweep(): { pageId: string; psid: string }[] {
      const left: { pageId: string; psid: string; userId: string }[] = [];
      for (const [pageId, conversations] of pages)
        for (const [psid, members] of conversations)
          for (const [userId, { until }] of members)
            if (until <= performance.now()) left.push({ pageId, psid, userId });
      for (const { pageId, psid, userId } of left) remove(pageId, psid, userId);
      return left;
    },
  };
}
