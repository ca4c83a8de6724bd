import type { Outcome } from "../store/messages.ts";

/** Writes outcomes one batch at a time: what comes in while a batch is written makes the next. Of a message the last counts. */
export function outcomeWriter(save: (outcomes: Outcome[]) => Promise<boolean>, onLost: () => void) {
  let waiting = new Map<number, Outcome>();
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting = new Map();
      try {
        if (await save(batch)) continue;
      } catch {
        // Not recorded: the rows still say "sending", which whoever takes the page up next settles.
      }
      waiting = new Map();
      return onLost();
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting.size > 0) void flush();
    });
    return writing;
  }

  return {
    add(outcome: Outcome): void {
      waiting.set(outcome.id, outcome);
      // Nobody waits for this: a moment's patience makes one statement of many.
      if (!writing) timer ??= setTimeout(flush, 5);
    },
    flush,
    isEmpty: () => waiting.size === 0 && writing === undefined,
  };
}
