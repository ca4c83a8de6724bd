import type { OpenTurn } from "../open-turn.ts";
import type { ActiveRun } from "../scene.ts";

/**
 * Notices when a run first comes back to a step of the same turn. If the loop then hits a limit, `takeBack` removes the
 * messages of all rounds but the first.
 */
export function watchLoop({ effects }: OpenTurn): { reach: (run: ActiveRun) => void; takeBack: () => void } {
  const seen = new Set<string>();
  let back: number | undefined;
  return {
    reach({ flowId, step, stack }) {
      if (back !== undefined) return;
      const place = `${flowId}.${step}.${stack.length}`;
      if (seen.has(place)) back = effects.length;
      seen.add(place);
    },
    takeBack() {
      if (back === undefined) return;
      const kept = effects
        .slice(back)
        .filter(({ type }) => type !== "say" && type !== "notify" && type !== "unsendable");
      effects.splice(back, Number.POSITIVE_INFINITY, ...kept);
    },
  };
}
