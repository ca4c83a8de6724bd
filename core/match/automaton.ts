/**
 * Finds all of many needles in one pass over a text (Aho and Corasick's automaton). Its states are the needles'
 * beginnings; `step` goes to the longest one that the text read so far ends with. It takes about 40 bytes for each unit
 * of the needles.
 */
export type Automaton = {
  step(state: number, unit: number): number;
  /** How many of the last units read a state stands for. */
  depthOf(state: number): number;
  /** Calls `visit` with each needle that ends here. */
  ends(state: number, visit: (needle: number) => void): void;
};

export const start = 0;

/** Needles, none twice and none empty, are told by their place in the list. */
export function buildAutomaton(needles: readonly string[]): Automaton {
  const most = 1 + needles.reduce((sum, needle) => sum + needle.length, 0);
  const parents = new Int32Array(most);
  const units = new Uint16Array(most);
  const depths = new Uint16Array(most);
  const needleAt = new Int32Array(most).fill(-1);
  // Children by hash of parent and unit. A slot with 0 is free, for the start is nobody's child.
  const children = new Int32Array(2 ** Math.ceil(Math.log2(most * 1.25 + 1)));
  const mask = children.length - 1;

  function slotOf(state: number, unit: number): number {
    let slot = hash(state, unit) & mask;
    for (;;) {
      const child = children[slot] ?? 0;
      if (child === 0 || (parents[child] === state && units[child] === unit)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  let count = 1;
  for (let index = 0; index < needles.length; index++) {
    const needle = needles[index] ?? "";
    let state = start;
    for (let at = 0; at < needle.length; at++) {
      const unit = needle.charCodeAt(at);
      const slot = slotOf(state, unit);
      if (children[slot] === 0) {
        parents[count] = state;
        units[count] = unit;
        depths[count] = at + 1;
        children[slot] = count++;
      }
      state = children[slot] ?? start;
    }
    needleAt[state] = index;
  }

  // Where the text goes on otherwise: the state of the longest ending that is a beginning too.
  const fallbacks = new Int32Array(count);
  // The nearest of the fallbacks that is a whole needle.
  const shorter = new Int32Array(count);

  function step(from: number, unit: number): number {
    for (let state = from; ; state = fallbacks[state] ?? 0) {
      const child = children[slotOf(state, unit)] ?? 0;
      if (child !== 0 || state === start) return child;
    }
  }

  for (const state of byDepth(depths.subarray(0, count))) {
    const parent = parents[state] ?? 0;
    const fallback = parent === start ? start : step(fallbacks[parent] ?? 0, units[state] ?? 0);
    fallbacks[state] = fallback;
    shorter[state] = (needleAt[fallback] ?? -1) >= 0 ? fallback : (shorter[fallback] ?? 0);
  }

  return {
    step,
    depthOf: (state) => depths[state] ?? 0,
    ends(state, visit) {
      for (let at = state; at !== start; at = shorter[at] ?? 0) {
        const needle = needleAt[at] ?? -1;
        if (needle >= 0) visit(needle);
      }
    },
  };
}

/** All but the start, the shallow before the deep: a fallback is always shallower. */
function byDepth(depths: Uint16Array): Int32Array {
  const starts = new Int32Array(2 ** 16 + 1);
  for (let state = 0; state < depths.length; state++) count(starts, (depths[state] ?? 0) + 1);
  for (let depth = 1; depth < starts.length; depth++) starts[depth] = (starts[depth] ?? 0) + (starts[depth - 1] ?? 0);
  const order = new Int32Array(depths.length);
  for (let state = 0; state < depths.length; state++) order[count(starts, depths[state] ?? 0)] = state;
  return order.subarray(1);
}

function count(counts: Int32Array, at: number): number {
  const before = counts[at] ?? 0;
  counts[at] = before + 1;
  return before;
}

function hash(state: number, unit: number): number {
  const mixed = Math.imul(state ^ Math.imul(unit, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
