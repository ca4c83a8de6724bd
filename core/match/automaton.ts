/**
 * Finds many needles in one pass over a text (Aho and Corasick's automaton). Each state is a prefix of a needle; `step`
 * goes to the longest prefix that the text read so far ends with. It takes about 40 bytes for each UTF-16 unit of the
 * needles.
 */
export type Automaton = {
  step(state: number, unit: number): number;
  /** The length of the state's prefix. */
  depthOf(state: number): number;
  /** Calls `visit` with each needle that ends here. */
  ends(state: number, visit: (needle: number) => void): void;
};

export const start = 0;

/** Takes distinct needles, none of them empty. They are identified by their index. */
export function buildAutomaton(needles: readonly string[]): Automaton {
  const maxStates = 1 + needles.reduce((sum, needle) => sum + needle.length, 0);
  const parents = new Int32Array(maxStates);
  const units = new Uint16Array(maxStates);
  const depths = new Uint16Array(maxStates);
  const needleAt = new Int32Array(maxStates).fill(-1);
  // Children by hash of parent and unit. 0 is a free slot, because the start state is no child.
  const children = new Int32Array(2 ** Math.ceil(Math.log2(maxStates * 1.25 + 1)));
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

  // The state to go on from if no child fits: the longest suffix that is a prefix itself.
  const fallbacks = new Int32Array(count);
  // The nearest fallback that is a whole needle.
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

/** All states but the start, shallow before deep, because a fallback is always shallower. */
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
