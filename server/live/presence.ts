export type Present = { user_id: string; name: string; is_typing: boolean };
type PresenceState = "looking" | "typing" | "gone";
/** A member looks at a conversation, or writes in it, or has left it. A customer who types has their psid as user. */
export type Presence = { psid: string; userId: string; name: string; state: PresenceState };

export type PresentInFlow = { user_id: string; name: string; tab: string };
/** A member has a flow open in a tab, or has closed it there. */
export type FlowPresence = { flowId: number; tab: string; userId: string; name: string; isGone: boolean };

/** Calls of one member could otherwise fill the memory with invented tabs. */
const maxPerRoom = 100;

type Room<Member> = { pageId: string; place: string; members: Map<string, { member: Member; until: number }> };

/**
 * The members at each place of each page, as all nodes report them. Kept in memory only. A member who has not reported
 * for `forgottenMs` has left.
 */
export function presences<Member extends object>(forgottenMs: number) {
  const rooms = new Map<string, Room<Member>>();
  const nameOf = (pageId: string, place: string) => `${pageId} ${place}`;

  return {
    list(pageId: string, place: string): Member[] {
      const members = [...(rooms.get(nameOf(pageId, place))?.members.values() ?? [])];
      return members.filter(({ until }) => until > performance.now()).map(({ member }) => member);
    },
    /** Undefined: the member with this key has left. Returns false if nothing has changed for others. */
    set(pageId: string, place: string, key: string, member: Member | undefined): boolean {
      const name = nameOf(pageId, place);
      const { members } = rooms.get(name) ?? { members: new Map() };
      const before = members.get(key)?.member;
      if (!member) {
        members.delete(key);
        if (members.size === 0) rooms.delete(name);
        return before !== undefined;
      }
      if (!before && members.size >= maxPerRoom) return false;
      members.set(key, { member, until: performance.now() + forgottenMs });
      rooms.set(name, { pageId, place, members });
      return JSON.stringify(before) !== JSON.stringify(member);
    },
    /** Forgets members who have not reported for a while. Returns the places that they were at. */
    sweep(): { pageId: string; place: string }[] {
      const left: { pageId: string; place: string }[] = [];
      for (const [name, { pageId, place, members }] of rooms) {
        const late = [...members].filter(([, { until }]) => until <= performance.now());
        for (const [key] of late) members.delete(key);
        if (members.size === 0) rooms.delete(name);
        if (late.length > 0) left.push({ pageId, place });
      }
      return left;
    },
  };
}
