const listeners = new Set<() => void>();
let isOver = false;

/** True once the session has ended while a screen that needs it is open. */
export const sessionOver = {
  get: () => isOver,
  set(value: boolean): void {
    if (isOver === value) return;
    isOver = value;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
