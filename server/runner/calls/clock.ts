/** A parameter, so that tests need not wait: monotonic milliseconds, and a random number from 0 to 1. */
export type Clock = { now: () => number; random: () => number };

export const systemClock: Clock = { now: () => performance.now(), random: () => Math.random() };
