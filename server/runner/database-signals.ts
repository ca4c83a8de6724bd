import type { Signal } from "../live/hub.ts";
import { pageChannel } from "../live/page-live.ts";
import { itemsIn } from "../live/payloads.ts";
import { liveChannel } from "../live/signals.ts";
import { listRevisions } from "../store/catalog/pages.ts";
import { listen } from "../store/db/listen.ts";
import { changesChannel, lookChannel, mailChannel } from "../store/db/notify.ts";
import type { RunnerNode } from "./node.ts";
import type { Ownership } from "./pages/ownership.ts";
import { readAgainIn } from "./round/read.ts";

type Listening = {
  url: string;
  wake: (pageIds: string[]) => void;
  ownership: Pick<Ownership, "setupChanged">;
  /** Looks for pages that no node runs. */
  look: () => void;
  /** The set-up of a page has changed, or may have. */
  setupChanged: () => void;
};

/** Listens for new mail, changed set-ups, pages without a node, and live signals of other nodes. */
export function startListening(node: RunnerNode, { url, wake, ownership, look, setupChanged }: Listening) {
  const { deps, nodeId } = node;
  const { log, hub } = deps;
  return listen({
    url,
    nodeId,
    handlers: {
      [mailChannel]: (pageId) => {
        if (node.pages.has(pageId)) wake([pageId]);
      },
      [changesChannel]: (pageId) => {
        deps.pages.changed(pageId);
        setupChanged();
        if (!node.pages.has(pageId)) return ownership.setupChanged();
        refreshSetups(node, [pageId]).catch((error) => log.warn({ err: error, pageId }, "setup refresh failed"));
      },
      [lookChannel]: look,
      [liveChannel]: (payload) => {
        for (const signal of itemsIn<Signal>(payload, nodeId)) hub.publish(signal);
      },
      [pageChannel]: (payload) => deps.live.receive(payload),
    },
    onConnected: () => {
      deps.pages.changedAll();
      wake([...node.pages.keys()]);
      refreshAll(node);
      ownership.setupChanged();
      setupChanged();
      hub.publishAll();
      deps.live.missed();
    },
    onError: (error) => log.warn({ err: error }, "listen connection lost"),
  });
}

/** Reloads every set-up that has changed, for when notifications may have been lost. */
export function refreshAll(node: RunnerNode): void {
  const failed = (error: unknown) => node.deps.log.warn({ err: error }, "setup refresh failed");
  refreshSetups(node, [...node.pages.keys()]).catch(failed);
}

/** Reloads the set-up of pages whose owner has changed it. Such a change sends no mail. */
async function refreshSetups(node: RunnerNode, pageIds: string[]): Promise<void> {
  const ours = pageIds.filter((pageId) => node.pages.has(pageId));
  if (ours.length === 0) return;
  for (const { id, revision } of await listRevisions(node.deps.db, ours)) {
    const page = node.pages.get(id);
    if (!page) continue;
    if (page.setup.current()?.revision === revision) page.outgoing.refresh();
    else {
      await page.setup.load();
      // Timers of a page that was paused may be due.
      readAgainIn(page, 0);
      node.wake();
    }
  }
}
