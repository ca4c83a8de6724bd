import { useEffect, useState } from "preact/hooks";

export type Store<S> = {
  get(): S;
  set(change: Partial<S>): void;
  /** Calls the listener after every change. Returns a function that removes it. */
  watch(listener: (state: S) => void): () => void;
};

export function createStore<S extends object>(first: S): Store<S> {
  let state = first;
  const listeners = new Set<(state: S) => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener(state);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useStore<S extends object>(store: Store<S>): S {
  const [state, setState] = useState(store.get);
  useEffect(() => {
    setState(store.get());
    return store.watch(setState);
  }, [store]);
  return state;
}
