import type { Deps } from "../../deps.ts";
import { setDisconnected } from "../../store/catalog/pages.ts";
import { addPageNotification } from "../../store/notifications/notifications.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import { findLastKey } from "../../store/runtime/turns.ts";
import type { RunnerNode } from "../node.ts";
import type { CallEnd, PlatformConnection } from "../outgoing/call.ts";
import { createPageFiles } from "../outgoing/message-files.ts";
import { createOutgoing } from "../outgoing/outgoing.ts";
import { renderContextOf } from "../outgoing/render-context.ts";
import { createInbox } from "./inbox.ts";
import type { OwnedPage } from "./page.ts";
import { ProfileSync } from "./profile-sync.ts";
import { type LoadedSetup, setupHolder } from "./setup.ts";

/** Builds a page that this node has just claimed from the tables; undefined if the page was deleted. */
export async function openPage(node: RunnerNode, lease: Lease): Promise<OwnedPage | undefined> {
  const { deps } = node;
  const { pageId } = lease;
  // Ids fetched before the claim may be lower than ids that the earlier owner has used for this page.
  node.ids.discard();
  const setup = setupHolder(deps, pageId, node.readSetup);
  const loaded = await setup.load();
  if (!loaded) return undefined;

  const isCurrent = () => node.pages.get(pageId)?.lease === lease;
  const mayCall = () => node.mayAct() && isCurrent();
  const drop = (error?: unknown) => {
    if (isCurrent()) node.drop(page, error === undefined ? "lease lost" : "delivery failed", error);
  };
  const outgoing = outgoingOf(node, lease, setup, {
    mayCall,
    onCutOff: (settingsVersion, reason) => void disconnect(node, page, settingsVersion, reason),
    onLost: drop,
  });
  const profile = new ProfileSync({ db: deps.db, log: deps.log, lease, findSync: node.findProfileSync, mayCall });
  const page: OwnedPage = {
    lease,
    setup,
    inbox: createInbox(node.mailbox),
    outgoing,
    profile,
    readAt: 0,
    lastWorkAt: performance.now(),
    lastBulkAt: 0,
    batch: undefined,
  };
  setup.onLoaded((fresh) => {
    profile.onLoaded(fresh);
    outgoing.refresh();
  });
  profile.onLoaded(loaded);
  if (loaded.channel.outbound) await outgoing.open();
  await node.requests.resume(lease);
  return page;
}

/** The page's outgoing messages, and what the node does about each of their ends. */
function outgoingOf(
  node: RunnerNode,
  lease: Lease,
  setup: OwnedPage["setup"],
  page: Pick<Parameters<typeof createOutgoing>[0], "mayCall" | "onCutOff" | "onLost">,
) {
  const { deps } = node;
  const { pageId } = lease;
  const files = createPageFiles(deps, pageId);
  return createOutgoing({
    db: node.db,
    lease,
    ledger: node.ledger,
    connected: connectionTo(setup),
    contextOf: (message) => renderContextOf(deps, { pageId, files }, message),
    lastKeyOf: (psid) => findLastKey(deps.db, pageId, psid),
    ...page,
    onOutcome(psid, isListed) {
      node.digester.onStates(pageId, psid);
      if (isListed) node.digester.onRow(pageId, psid);
    },
    onCallEnded(messageId, connected, end) {
      countCall(deps.metrics, connected, end);
      node.callSpans?.ended(pageId, messageId, connected, end);
    },
    // Through the table: a batch that has read the echo waits for it, and takes no other mail meanwhile.
    onMoved: ({ id, psid }, to) =>
      node.mailbox.store({ pageId, psid, event: { type: "moved", to, messageId: id }, key: `moved ${id}` }),
    onKept: ({ id, psid }) => deps.accept({ pageId, psid, event: { type: "control_kept" }, key: `control kept ${id}` }),
    onUnsubscribed: ({ id, psid }, words) =>
      deps.accept({ pageId, psid, event: { type: "consent", isWanted: false, words }, key: `unsubscribed ${id}` }),
    onRenderError: (error, messageId) => deps.log.warn({ err: error, pageId, messageId }, "message not rendered"),
  });
}

/**
 * Stops a page: the running batch ends, direct mail goes to the mailbox table, and the running calls end. The batch may
 * put mail back, which is older than all that waits: until it has ended, no mail of the page may go to the table.
 */
export async function closePage(node: RunnerNode, page: OwnedPage, isOver: () => boolean): Promise<void> {
  node.closing.set(page.lease.pageId, page.inbox);
  await page.batch;
  node.digester.forget(page.lease.pageId);
  node.closing.delete(page.lease.pageId);
  page.inbox.spillAll();
  await page.profile.stop();
  await page.outgoing.stop(isOver);
}

function countCall(metrics: Deps["metrics"], { channel }: PlatformConnection, { event, startedAt }: CallEnd): void {
  const { type } = channel;
  const isTaken = event.type === "call_accepted";
  metrics.calls.inc({ channel: type, result: isTaken ? "taken" : event.failure });
  metrics.callSeconds.observe({ channel: type }, (performance.now() - startedAt) / 1000);
  if (isTaken) return;
  if (event.waitMs === undefined) metrics.messagesFailed.inc({ channel: type, reason: event.failure });
  else metrics.retries.inc({ channel: type });
}

/** Returns the same object until the set-up is loaded again: a message asks for it a dozen times. */
function connectionTo(setup: OwnedPage["setup"]): () => PlatformConnection | undefined {
  let known: { loaded: LoadedSetup | undefined; connection: PlatformConnection | undefined } | undefined;
  return () => {
    const loaded = setup.current();
    if (known?.loaded !== loaded) known = { loaded, connection: loaded && connectionOf(loaded) };
    return known?.connection;
  };
}

const connectionOf = ({ channel, channelSettings, settingsVersion, isDisconnected }: LoadedSetup) => ({
  ...{ channel, settings: channelSettings },
  ...{ settingsVersion, isDisconnected },
});

/** The platform refuses the page's token: its messages wait until the owner has connected the page again. */
async function disconnect(node: RunnerNode, page: OwnedPage, settingsVersion: number, reason: string): Promise<void> {
  const { pageId } = page.lease;
  const { log, db } = node.deps;
  log.warn({ pageId, reason }, "page disconnected by platform");
  try {
    if (await setDisconnected(db, pageId, { settingsVersion, reason }))
      await addPageNotification(db, pageId, "disconnected", reason);
    await page.setup.load();
  } catch (error) {
    log.error({ err: error, pageId }, "page not marked as disconnected");
  }
}
