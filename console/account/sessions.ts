import type { Session } from "./auth.ts";

export type ListedSession = Session & { isOwn: boolean };

/** The session of this browser first, then the most recently used. */
export function orderSessions(sessions: readonly Session[], ownToken: string | undefined): ListedSession[] {
  return sessions
    .map((session) => ({ ...session, isOwn: session.token === ownToken }))
    .sort((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.updatedAt.localeCompare(one.updatedAt));
}
