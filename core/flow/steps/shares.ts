/** Whole numbers in proportion to the weights that add up to the total. The largest remainders are rounded up. */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (total * (sum > 0 ? weight : 1)) / (sum > 0 ? sum : weights.length));
  const left = total - exact.reduce((all, share) => all + Math.floor(share), 0);
  const byRemainder = exact.map((share, index) => ({ index, rest: share - Math.floor(share) }));
  byRemainder.sort((one, other) => other.rest - one.rest);
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return exact.map((share, index) => Math.floor(share) + (raised.has(index) ? 1 : 0));
}

/** The shares in percent after one of them is set: the others keep their proportions. */
export function setShare(weights: readonly number[], index: number, percent: number): number[] {
  const others = shareOut(100 - percent, weights.toSpliced(index, 1));
  return others.toSpliced(index, 0, percent);
}
