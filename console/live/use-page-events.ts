import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { StreamState } from "./page-stream.ts";
import { type Listener, listen, stateOf, watchState } from "./streams.ts";

/**
 * Calls the handler with every event of the page, and with `opened` whenever the stream was opened: then what only hints
 * tell of must be read again.
 *
 *     usePageEvents(pageId, (event) => {
 *       if (event.type === "notification" || event.type === "opened") void client.invalidateQueries({ queryKey });
 *     });
 */
export function usePageEvents(pageId: string, handler: Listener): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => listen(pageId, (event) => onEvent(event)), [pageId]);
}

/** The state of the page's stream, for a banner. */
export function useStreamState(pageId: string): StreamState {
  return useSyncExternalStore(
    (watcher) => watchState(pageId, watcher),
    () => stateOf(pageId),
  );
}
