// Limits how many calls of one account run at a time, so that an account whose calls hang leaves connections to others.

/** Gives the slot back, or leaves the queue. */
export type Leave = () => void;

/** At most `max` pieces of work of one key run at a time. The others wait, first come, first served. */
export function slots(max: number) {
  const keys = new Map<string, { running: number; waiting: Set<() => void> }>();

  function leave(key: string): void {
    const state = keys.get(key);
    if (!state) return;
    const [next] = state.waiting;
    if (next) {
      state.waiting.delete(next);
      next();
    } else if (--state.running === 0) keys.delete(key);
  }

  return {
    /** Calls `start` when there is a slot, now or later. */
    enter(key: string, start: () => void): Leave {
      const state = keys.get(key) ?? { running: 0, waiting: new Set() };
      keys.set(key, state);
      let stage: "waiting" | "running" | "left" = "waiting";
      const begin = () => {
        stage = "running";
        start();
      };
      if (state.running < max) {
        state.running++;
        begin();
      } else state.waiting.add(begin);
      return () => {
        if (stage === "waiting") state.waiting.delete(begin);
        if (stage === "running") leave(key);
        stage = "left";
      };
    },
  };
}
