import type { Builder } from "../../builder.ts";
import { type FlowKey, keptDrafts } from "./kept-drafts.ts";

/** Edits of this time are written down together. */
const gatherMs = 250;

/** Writes the edits that the server does not have into this browser, until it has them. */
export function startKeeper({ saver, subscribe }: Builder, id: string, flow: FlowKey) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasKept = false;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { pending } = saver;
    if (!pending && !hasKept) return;
    hasKept = pending !== undefined;
    await (pending ? keptDrafts.put({ ...pending, ...flow, id, at: Date.now() }) : keptDrafts.remove(id));
  }

  const unsubscribe = subscribe(() => {
    if (saver.isSettled && !hasKept) return;
    timer ??= setTimeout(() => void write(), gatherMs);
  });
  const onHidden = () => void write();
  document.addEventListener("visibilitychange", onHidden);
  addEventListener("pagehide", onHidden);
  return {
    write,
    stop(): void {
      unsubscribe();
      document.removeEventListener("visibilitychange", onHidden);
      removeEventListener("pagehide", onHidden);
      void write();
    },
  };
}
