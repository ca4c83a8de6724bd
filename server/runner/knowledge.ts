import type { Deps } from "../deps.ts";
import { claimNextEmbedding, embedSource } from "../domain/knowledge/embed-source.ts";
import { claimNextSource, readSource } from "../domain/knowledge/read-source.ts";
import type { DueSource } from "../store/knowledge/knowledge-sources.ts";
import { type WakeLoop, wakeLoop } from "./wake-loop.ts";

/** A changed set-up wakes it; this is for sources whose time comes, and readers that died. */
const pollMs = 60_000;
/** A site takes minutes: others go on beside it. */
const maxAtOnce = 4;

/**
 * Reads the sources of pages' knowledge at their time, and makes the vectors of their passages. Every node looks for
 * them; a source is claimed by one.
 */
export function readKnowledge(deps: Deps): WakeLoop {
  const stopping = new AbortController();
  const working = new Set<Promise<void>>();
  const loop = wakeLoop(
    async () => {
      while (!stopping.signal.aborted && working.size < maxAtOnce) {
        const toRead = await claimNextSource(deps);
        const toEmbed = toRead ? undefined : await claimNextEmbedding(deps);
        if (toRead) start(toRead.due, readSource(deps, toRead, { signal: stopping.signal }));
        else if (toEmbed) start(toEmbed.due, embedSource(deps, toEmbed, stopping.signal));
        else break;
      }
      return pollMs;
    },
    (error) => deps.log.warn({ err: error }, "knowledge not looked for"),
  );

  function start(due: DueSource, started: Promise<void>): void {
    const work = started
      .catch((error) => deps.log.warn({ err: error, ...due }, "knowledge not read"))
      .finally(() => {
        working.delete(work);
        loop.wake();
      });
    working.add(work);
  }

  return {
    wake: loop.wake,
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(working);
    },
  };
}
