/**
 * A customer's conversation has changed: open streams should read it. `writing` is an answer that a model writes to what
 * was said before this id: all of it so far, so that a stream that misses one is right with the next. It is stored
 * nowhere. Without text, it is taken back.
 */
export type Signal = {
  pageId: string;
  psid: string;
  typingSeconds?: number;
  writing?: { id: number; text: string };
};

/** How long streams show the sign of typing while a model thinks, unless it is renewed. */
export const thinkingSeconds = 20;

/** Passes signals to the streams of this node. `signals.ts` passes them to the other nodes. */
export function liveHub() {
  const listeners = new Map<string, Set<(signal: Signal) => void>>();
  const nameOf = ({ pageId, psid }: Pick<Signal, "pageId" | "psid">) => `${pageId} ${psid}`;

  return {
    subscribe(customer: Pick<Signal, "pageId" | "psid">, listener: (signal: Signal) => void): () => void {
      const name = nameOf(customer);
      const group = listeners.get(name) ?? new Set();
      listeners.set(name, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0) listeners.delete(name);
      };
    },
    publish(signal: Signal): void {
      for (const listener of listeners.get(nameOf(signal)) ?? []) listener(signal);
    },
    /** For when notifications of other nodes may have been lost: every stream reads its conversation. */
    publishAll(): void {
      for (const [name, group] of listeners) {
        const [pageId = "", psid = ""] = name.split(" ");
        for (const listener of group) listener({ pageId, psid });
      }
    },
    count: () => listeners.size,
  };
}

export type LiveHub = ReturnType<typeof liveHub>;
