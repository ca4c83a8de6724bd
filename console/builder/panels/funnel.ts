import type { StepCounters } from "../canvas/graph.ts";
import type { Draft } from "../edit/draft.ts";
import { type Exit, exitsOf } from "../steps/exits.ts";

/** A step of the funnel: how many came, went on from it, and did not though they could have. */
export type FunnelStep = { id: string; entered: number; wentOn: number; lost: number };

/**
 * The steps by how many were lost there. Going on is taking an exit or pressing a button that leads to a step. A choice
 * whose own exit leads nowhere goes on where other answers do. A step that leads nowhere loses nobody: the flow ends
 * there.
 */
export function funnelOf(draft: Draft, steps: Record<string, StepCounters>): FunnelStep[] {
  return Object.entries(draft.steps)
    .flatMap(([id, step]) => {
      const counters = steps[id];
      if (!counters || counters.entered === 0) return [];
      const all = exitsOf(step);
      const leads = ({ target }: Exit) => target !== null && draft.steps[target] !== undefined;
      const answeredLeads = all.some((exit) => exit.name === "answered" && leads(exit));
      const leading = all.filter((exit) => leads(exit) || (exit.kind === "choice" && answeredLeads));
      const exits = new Set(leading.filter(isTaken).map(({ name }) => name));
      const taken = [...exits].reduce((sum, name) => sum + (counters.exits[name] ?? 0), 0);
      const pressed = leading.some((exit) => !isTaken(exit)) ? sum(Object.values(counters.clicks ?? {})) : 0;
      const wentOn = Math.min(counters.entered, taken + pressed);
      return [{ id, entered: counters.entered, wentOn, lost: leading.length === 0 ? 0 : counters.entered - wentOn }];
    })
    .sort((one, other) => other.lost - one.lost || other.entered - one.entered);
}

/** A run takes it by itself. The others are pressed. */
const isTaken = ({ kind }: Exit) => kind === "next" || kind === "choice";

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
