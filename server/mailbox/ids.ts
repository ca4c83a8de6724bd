import type { Db } from "../store/db/db.ts";
import { nextConversationIds } from "../store/runtime/mailbox.ts";

/** Hands out ids from the shared sequence, fetched a block at a time. Ids of one source ascend. */
export function idSource(db: Db, blockSize = 500) {
  let block: number[] = [];
  let fetching: Promise<void> | undefined;
  let discards = 0;

  async function fetch(): Promise<void> {
    const discardsBefore = discards;
    const fresh = await nextConversationIds(db, blockSize);
    if (discards === discardsBefore) block = [...block, ...fresh];
  }

  return {
    /** Nothing is awaited between the check and the splice, so that no two callers get the same ids. */
    async take(howMany: number): Promise<number[]> {
      while (block.length < howMany) {
        fetching ??= fetch().finally(() => {
          fetching = undefined;
        });
        await fetching;
      }
      return block.splice(0, howMany);
    },
    /** Drops the fetched ids. Ids taken from now on are higher than all that any node has taken so far. */
    discard(): void {
      discards++;
      block = [];
    },
  };
}

export type IdSource = ReturnType<typeof idSource>;
