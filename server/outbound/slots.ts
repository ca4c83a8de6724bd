/** Gives a slot back, or leaves the line of those who wait for one. */
export type Leave = () => void;

/** Lets so many of one key run at a time. The others wait in line, in the order in which they came. */
export function slots(most: number) {
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
    /** Calls `start` when there is a slot, at once or later. */
    take(key: string, start: () => void): Leave {
      const state = keys.get(key) ?? { running: 0, waiting: new Set() };
      keys.set(key, state);
      let stage: "waiting" | "running" | "left" = "waiting";
      const begin = () => {
        stage = "running";
        start();
      };
      if (state.running < most) {
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
