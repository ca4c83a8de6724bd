import type { Outcome } from "../store/messages.ts";

/** Writes outcomes one batch at a time: what comes in while a batch is written makes the next. */
export function outcomeWriter(save: (outcomes: Outcome[]) => Promise<boolean>, onLost: () => void) {
  let waiting: Outcome[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (await save(batch)) continue;
      } catch {
        // Not recorded: the rows still say "sending", which whoever takes the page up next settles.
      }
      waiting = [];
      return onLost();
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting.length > 0) void flush();
    });
    return writing;
  }

  return {
    add(outcome: Outcome): void {
      waiting.push(outcome);
      // Nobody waits for this: a moment's patience makes one statement of many.
      if (!writing) timer ??= setTimeout(flush, 5);
    },
    flush,
    isEmpty: () => waiting.length === 0 && writing === undefined,
  };
}
