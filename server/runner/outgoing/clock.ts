/** Passed in so that tests need not wait: a monotonic time in milliseconds, and chance between 0 and 1. */
export type Clock = { now: () => number; random: () => number };

export const systemClock: Clock = { now: () => performance.now(), random: () => Math.random() };
