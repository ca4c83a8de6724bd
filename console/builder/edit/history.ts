/** What was, what is, and what was undone. */
export type History<Value> = {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** What the last change was to, and when: more of the same soon after is part of it. */
  last: { mark: string; at: number } | null;
};

export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null };
}

/** Changes with the same mark that follow each other closely, as typing does, are undone as one. */
export function change<Value>(
  history: History<Value>,
  next: Value,
  { mark, at }: { mark?: string | undefined; at: number },
): History<Value> {
  if (next === history.present) return history;
  const { last, past, present } = history;
  const goesOn = mark !== undefined && last?.mark === mark && at - last.at < longestPause;
  return {
    past: goesOn ? past : [...past.slice(-longestPast + 1), present],
    present: next,
    future: [],
    last: mark === undefined ? null : { mark, at },
  };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1) as Value, future: [present, ...future], last: null };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0] as Value, future: future.slice(1), last: null };
}

const longestPause = 1500;
const longestPast = 200;
