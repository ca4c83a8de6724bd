import type { TestContext } from "node:test";

/** Random numbers from a seed. The seed is printed, so that `SEED=` can repeat a failed run. */
export function seededRandom(t: Pick<TestContext, "diagnostic">): () => number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed}`);
  return mulberry32(seed);
}

/** A small random number generator: the same seed gives the same numbers. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
