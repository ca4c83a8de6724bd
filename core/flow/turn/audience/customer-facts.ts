import type { CustomerFacts } from "../../conditions/judge-rule.ts";
import type { OpenTurn, Reach } from "../open-turn.ts";
import type { ActiveRun } from "../scene.ts";

/** A customer can be reached at any time if nothing is really sent. */
export const anyReach: Reach = { unreachable: null, lastInputAt: null, windowSeconds: null };

/**
 * The facts of its customer that conditions in a turn ask about. A customer who writes is active now, and can
 * be reached, as a segment says a second later. `run` asks: while it acts, the state has it not.
 */
export function customerFacts(turn: OpenTurn, run: ActiveRun | null = null): CustomerFacts {
  const { customer, state, now, isInput } = turn;
  const { unreachable, lastInputAt, windowSeconds } = turn.reach ?? anyReach;
  const entered = turn.sequences.map(({ flowId }) => flowId);
  return {
    locale: customer.locale,
    firstSeenAt: turn.firstSeenAt ?? now,
    lastInputAt: isInput ? now : lastInputAt,
    sequences: [...[run, ...state.sequences].flatMap((each) => each?.sequenceFlowId ?? []), ...entered],
    isWanted: state.marketing?.isWanted ?? null,
    unreachable: isInput ? null : unreachable,
    isBlocked: state.isBlocked === true,
    windowSeconds,
  };
}
