import { setTimeout as sleep } from "node:timers/promises";
import { hashToken } from "../../server/domain/hashes.ts";
import { insertVisitor } from "../../server/store/runtime/customers.ts";
import { CallError } from "../../widget/chat/transport/call-error.ts";
import { openLiveStream } from "../../widget/chat/transport/live-stream.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { aCustomer, type Customer, send } from "../load/offer.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { openWorld, type World } from "../world/open.ts";

/** Sends that run at the same time. */
const lanes = 16;
const spreadSeconds = 5;

/**
 * Visitors listen with the widget's own client, which asks for what follows the newest message that it has. The checker
 * takes each message of a stream for a delivery: one that comes twice is a repeat, one that never comes is lost.
 */
export const streams: Scenario = {
  name: "streams",
  does: "400 event streams of web chats on two nodes that are killed (-9) and stopped while messages are sent",
  boundSeconds: 240,
  async run(stage) {
    const world = await openWorld(stage, { channel: "webchat", nodes: 2 });
    const visitors = await makeVisitors(world, Math.min(stage.times(60, 400, 10_000), maxStreams()));
    const returns: number[] = [];
    const listeners = visitors.map((visitor) => listen(world, visitor, () => returns.push(performance.now())));
    const openedAt = performance.now();
    while (listeners.some(({ isLive }) => !isLive()) && !stage.isOver()) await sleep(50);
    stage.note("streams", visitors.length);
    stage.note("ms until all streams were open", Math.round(performance.now() - openedAt));
    const sending = sendToAll(world, visitors);
    for (const end of ["kill", "kill", "stop"] as const) {
      const node = world.nodes[stage.notes.ends === 1 ? 1 : 0];
      // The widget takes the loss of a stream that has only just begun for a failure, and tries again soon.
      await sleep(spreadSeconds * 1000 + 1000);
      returns.length = 0;
      await node?.[end]();
      await sleep(spreadSeconds * 1000 + 1000);
      judgeSpread(stage, returns);
      await node?.start();
      stage.count("ends");
    }
    await sending;
    await finishAndCheck(world);
    for (const { stop } of listeners) stop();
  },
};

/** Half of the files that a process may have open, for both ends of a stream may be in one. */
function maxStreams(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: string | number } } };
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? Math.floor(soft / 2) - 500 : Number.POSITIVE_INFINITY;
}

type Visitor = Customer & { token: string };

async function makeVisitors({ db, pages }: World, count: number): Promise<Visitor[]> {
  const visitors = Array.from({ length: count }, (_, number) => {
    const page = pages[number % pages.length];
    if (!page) throw new Error("The world has no page.");
    const customer = aCustomer(page, number);
    return { ...customer, token: `${customer.psid}.${"x".repeat(43)}` };
  });
  const save = ({ page, psid, token }: Visitor) =>
    insertVisitor(db, page.pageId, { psid, tokenHash: hashToken(token), profile: {} });
  for (const some of inLanes(visitors)) await Promise.all(some.map(save));
  return visitors;
}

function* inLanes<Item>(items: Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += lanes) yield items.slice(at, at + lanes);
}

/** `onReturn` is called when a stream that was lost is asked for again. */
function listen(world: World, { page, psid, token }: Visitor, onReturn: () => void) {
  let [last, isLive, opened] = [0, false, 0];
  const { stop } = openLiveStream({
    api: {
      async events(after, signal) {
        if (opened++ > 0) onReturn();
        const url = `${world.anyNode().baseUrl}/api/webchat/v1/pages/${page.pageId}/events?after=${after}`;
        const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
        if (answer.ok && answer.body) return answer.body;
        await answer.body?.cancel();
        throw new CallError(answer.status, answer.headers.get("retry-after"));
      },
    },
    after: () => last,
    onEvent({ event, data }) {
      if (event !== "message") return;
      const { id, text = "" } = JSON.parse(data) as { id: number; text?: string };
      last = Math.max(last, id);
      world.stage.history.deliver({ psid, text, messageId: id });
    },
    onLive(is) {
      isLive = is;
    },
    async onRefused(status) {
      world.stage.fail("misbehaved", `the stream of ${psid} was refused with ${status}`);
      return false;
    },
    isResting: () => false,
  });
  return { stop, isLive: () => isLive };
}

async function sendToAll(world: World, visitors: Visitor[]): Promise<void> {
  for (let number = 1; number <= 3; number++)
    for (const some of inLanes(visitors)) {
      if (world.stage.isOver()) return;
      await Promise.all(some.map((visitor) => send(world, visitor, `news ${number}`)));
      await sleep(50);
    }
}

/** Streams that end at one moment come back over some seconds. */
function judgeSpread(stage: Stage, returns: number[]): void {
  const first = Math.min(...returns);
  const perSecond = Map.groupBy(returns, (at) => Math.floor((at - first) / 1000));
  const most = Math.max(0, ...[...perSecond.values()].map(({ length }) => length));
  const share = Math.round((100 * most) / Math.max(1, returns.length));
  const name = "streams that came back in the busiest second, %";
  stage.note(name, Math.max(stage.notes[name] ?? 0, share));
  if (stage.isTimed && share > 50) stage.fail("misbehaved", `${share} % of the lost streams came back within a second`);
}
