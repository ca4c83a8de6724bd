/** An entry of a list of results, best first, with a score from 0 to 1 that can be compared with a threshold. */
export type Scored = { id: number; score: number };

/** Dampens the difference between the first places of a list. https://doi.org/10.1145/1571941.1572114 */
const damping = 60;

/**
 * Merges lists of results by reciprocal rank: what several lists have near the top comes first. The score of an entry is
 * the best of its scores, because each list may be the only one that can tell.
 */
export function mergeByRank(lists: readonly Scored[][]): Scored[] {
  const ranks = new Map<number, number>();
  const scores = new Map<number, number>();
  for (const list of lists)
    for (const [place, { id, score }] of list.entries()) {
      ranks.set(id, (ranks.get(id) ?? 0) + 1 / (damping + place + 1));
      scores.set(id, Math.max(scores.get(id) ?? 0, score));
    }
  return [...ranks].sort((one, other) => other[1] - one[1]).map(([id]) => ({ id, score: scores.get(id) ?? 0 }));
}
