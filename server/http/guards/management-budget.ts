import { AppError } from "@banter/core/model/error.ts";
import type { Refill } from "@banter/core/model/limits/token-bucket.ts";
import { callLimiter } from "./call-limiter.ts";

export type ManagementBudget = ReturnType<typeof managementBudget>;

/**
 * Limits the calls of the management API by user and by workspace, so that one member's scripts leave room for all
 * others. `perUser` is far above what a busy console asks for; a workspace has as much as four of its members.
 */
export function managementBudget(perUser: Refill) {
  const mayCall = callLimiter(perUser);
  const mayCallOf = callLimiter({ burst: 4 * perUser.burst, perSecond: 4 * perUser.perSecond });

  return {
    spendOfUser(userId: string): void {
      if (!mayCall(userId)) throw tooMany("You have");
    },
    /** Calls that name no workspace count for the user only. */
    spendOfWorkspace(workspaceId: number | undefined): void {
      if (workspaceId !== undefined && !mayCallOf(String(workspaceId))) throw tooMany("The workspace has");
    },
  };
}

const tooMany = (who: string) =>
  new AppError("rate_limited", `${who} used up the calls for the moment. Wait a second before the next one.`);
