/** A value with its undo and redo stacks. */
export type History<Value> = {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** The last change, if following changes with the same key may join it. */
  last: { mergeKey: string; at: number } | null;
};

export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null };
}

/** Quick successive changes with the same merge key, such as typing, are undone as one. */
export function change<Value>(
  history: History<Value>,
  next: Value,
  { mergeKey, at }: { mergeKey?: string | undefined; at: number },
): History<Value> {
  if (next === history.present) return history;
  const { last, past, present } = history;
  const isMerged = mergeKey !== undefined && last?.mergeKey === mergeKey && at - last.at < maxPauseMs;
  return {
    past: isMerged ? past : [...past.slice(-maxPast + 1), present],
    present: next,
    future: [],
    last: mergeKey === undefined ? null : { mergeKey, at },
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

/** Changes every value alike, so that an undo does not take back a change that came from elsewhere. */
export function rebase<Value>(history: History<Value>, present: Value, each: (value: Value) => Value): History<Value> {
  return { ...history, past: history.past.map(each), present, future: history.future.map(each) };
}

const maxPauseMs = 1500;
const maxPast = 200;
