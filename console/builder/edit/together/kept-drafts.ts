import type { Pending } from "../replica.ts";

/** Edits of one editor that the server did not have when they were written down. */
export type KeptDraft = Pending & {
  id: string;
  /** Edits are offered only to the person who made them. */
  userId: string;
  pageId: string;
  flowId: number;
  at: number;
};
export type FlowKey = Pick<KeptDraft, "userId" | "pageId" | "flowId">;

const maxAgeMs = 30 * 86_400_000;

/** Unsaved drafts in this browser. Without IndexedDB, as in some private windows, nothing is kept. */
export const keptDrafts = {
  put: (kept: KeptDraft) => withStore("readwrite", (store) => store.put(kept)),
  remove: (id: string) => withStore("readwrite", (store) => store.delete(id)),
  /** Newest first, without those of editors that are still open in another tab. */
  async list({ userId, pageId, flowId }: FlowKey): Promise<KeptDraft[]> {
    const all = await withStore("readonly", (store) => store.index("flow").getAll([userId, pageId, flowId]));
    const open = await openEditors();
    void removeOld();
    return ((all ?? []) as KeptDraft[]).filter(({ id }) => !open.has(id)).toSorted((one, other) => other.at - one.at);
  },
};

/** Flows that are never opened again would keep theirs for ever. */
function removeOld(): Promise<unknown> {
  return withStore("readwrite", (store) => {
    const request = store.index("at").openCursor(IDBKeyRange.upperBound(Date.now() - maxAgeMs));
    request.onsuccess = () => {
      request.result?.delete();
      request.result?.continue();
    };
    return request;
  });
}

const lockName = (id: string) => `banter-editor ${id}`;

/** Marks an editor as open until the returned function is called, or its tab is closed. */
export function markOpen(id: string): () => void {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  // Locks are missing where the console is served without TLS. Then drafts of open tabs are offered too.
  void navigator.locks?.request(lockName(id), () => closed);
  return close;
}

async function openEditors(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(
    held.flatMap(({ name = "" }) => (name.startsWith(lockName("")) ? [name.slice(lockName("").length)] : [])),
  );
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const database = await open();
    const transaction = database.transaction("drafts", mode);
    const request = work(transaction.objectStore("drafts"));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } catch {
    return undefined;
  }
}

let database: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("banter", 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore("drafts", { keyPath: "id" });
      store.createIndex("flow", ["userId", "pageId", "flowId"]);
      store.createIndex("at", "at");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}
