import { setDisconnected } from "../store/catalog/pages.ts";
import type { Lease } from "../store/conversations/leases.ts";
import { findLastKey } from "../store/conversations/turns.ts";
import { createInbox } from "./inbox.ts";
import type { RunnerNode } from "./node.ts";
import { createOutgoing } from "./outgoing/outgoing.ts";
import { renderContextOf } from "./outgoing/render-context.ts";
import type { OwnedPage } from "./page.ts";
import { ProfileSync } from "./profile-sync.ts";
import { setupHolder } from "./setup.ts";

/** Builds a page that this node has just taken from the tables; undefined where the page is gone. */
export async function openPage(node: RunnerNode, lease: Lease): Promise<OwnedPage | undefined> {
  const { deps } = node;
  const { pageId } = lease;
  // The node's ids were fetched before it took the page: those of this page must be higher than all before.
  node.ids.discard();
  const setup = setupHolder(deps, pageId);
  const loaded = await setup.load();
  if (!loaded) return undefined;

  const isRun = () => node.pages.get(pageId)?.lease === lease;
  const mayCall = () => node.mayAct() && isRun();
  const drop = (error?: unknown) => {
    if (isRun()) node.drop(page, error === undefined ? "page lost" : "delivery failed", error);
  };
  const outgoing = createOutgoing({
    db: node.db,
    lease,
    ledger: node.ledger,
    connected: () => connectedOf(setup),
    contextOf: (message) => renderContextOf(deps, pageId, message),
    lastKeyOf: (psid) => findLastKey(deps.db, pageId, psid),
    mayCall,
    onCutOff: (connection, reason) => void disconnect(node, page, connection, reason),
    onLost: drop,
    onFault: (error, messageId) => deps.log.warn({ err: error, pageId, messageId }, "message not rendered"),
  });
  const profile = new ProfileSync({ ...{ db: deps.db, log: deps.log, lease, mayCall }, reload: () => setup.load() });
  const page: OwnedPage = {
    lease,
    setup,
    inbox: createInbox(node.mailbox),
    outgoing,
    profile,
    readAt: 0,
    lastWorkAt: performance.now(),
    batch: undefined,
  };
  setup.onLoaded((fresh) => {
    profile.notice(fresh);
    outgoing.refresh();
  });
  profile.notice(loaded);
  if (loaded.channel.deliver) await outgoing.open();
  await node.requests.resume(lease);
  return page;
}

/** Ends what a page does in memory: its direct mail goes to the mailbox, its batch and its calls under way end. */
export async function closePage(page: OwnedPage, isOver: () => boolean): Promise<void> {
  page.inbox.spillAll();
  await page.batch;
  await page.profile.stop();
  await page.outgoing.stop(isOver);
}

function connectedOf(setup: OwnedPage["setup"]) {
  const loaded = setup.current();
  if (!loaded) return undefined;
  const { channel, channelSettings, connection, isDisconnected } = loaded;
  return { channel, settings: channelSettings, connection, isDisconnected };
}

/** The platform has cut the page off: its messages wait until the owner has connected it again. */
async function disconnect(node: RunnerNode, page: OwnedPage, connection: number, reason: string): Promise<void> {
  const { pageId } = page.lease;
  const { log, db } = node.deps;
  log.warn({ pageId, reason }, "page disconnected by its platform");
  try {
    await setDisconnected(db, pageId, { connection, reason });
    await page.setup.load();
  } catch (error) {
    log.error({ err: error, pageId }, "page not marked as disconnected");
  }
}
