import type { OpenTurn } from "./open-turn.ts";
import type { ActiveRun } from "./scene.ts";

/**
 * Remembers where a run first came back to a step it had been at in the same turn. If it never comes out of that loop,
 * what it said on its rounds is taken back: the customer gets the first round only.
 */
export function watchLoop({ effects }: OpenTurn): { reach: (run: ActiveRun) => void; unsay: () => void } {
  const seen = new Set<string>();
  let back: number | undefined;
  return {
    reach({ flowId, step, stack }) {
      if (back !== undefined) return;
      const place = `${flowId}.${step}.${stack.length}`;
      if (seen.has(place)) back = effects.length;
      seen.add(place);
    },
    unsay() {
      if (back === undefined) return;
      const kept = effects
        .slice(back)
        .filter(({ type }) => type !== "say" && type !== "notify" && type !== "unsendable");
      effects.splice(back, Number.POSITIVE_INFINITY, ...kept);
    },
  };
}
