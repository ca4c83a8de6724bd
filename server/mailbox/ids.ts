import type { Db } from "../store/db.ts";
import { nextConversationIds } from "../store/mailbox.ts";

/** Hands out ids from the shared sequence, fetched a block at a time. Ids of one source ascend. */
export function idSource(db: Db, blockSize = 500) {
  let block: number[] = [];
  let next = 0;
  let fetching: Promise<void> | undefined;
  let discards = 0;

  async function fetch(): Promise<void> {
    const discardsBefore = discards;
    const fresh = await nextConversationIds(db, blockSize);
    if (discards !== discardsBefore) return;
    block = [...block.slice(next), ...fresh];
    next = 0;
  }

  return {
    /** Makes sure that so many ids can be taken. */
    async reserve(howMany: number): Promise<void> {
      while (block.length - next < howMany) {
        fetching ??= fetch().finally(() => {
          fetching = undefined;
        });
        await fetching;
      }
    },
    /** Only after `reserve`, with nothing awaited in between. */
    take(): number {
      const id = block[next++];
      if (id === undefined) throw new Error("No id was reserved.");
      return id;
    },
    /** Throws away the ids at hand: those taken from now on are higher than all that any node has taken so far. */
    discard(): void {
      discards++;
      block = [];
      next = 0;
    },
  };
}

export type IdSource = ReturnType<typeof idSource>;
