import { newCustomer } from "@banter/core/flow/customer.ts";
import { parseDocument } from "@banter/core/flow/document/document.ts";
import { newState } from "@banter/core/flow/state.ts";
import type { PageSetup } from "@banter/core/flow/turn/page-setup.ts";
import { takeTurn } from "@banter/core/flow/turn/turn.ts";
import { buildMatcher, type Matcher } from "@banter/core/match/matcher.ts";
import { defaultInbox } from "@banter/core/model/inbox-settings.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import { benchPage } from "../prepare/page-file.ts";
import { type Bench, narrow, type Round } from "./rounds.ts";

/** J3: keyword matching and turns alone, without storing or sending. */
export type InMemoryFigure = { microseconds: number; perSecond: number };

export async function runJ3({ plan, anchors }: Bench): Promise<Round<Record<string, InMemoryFigure>>> {
  const before = await anchors.measure(narrow);
  const figure = measureInMemory(plan.inMemorySeconds);
  return { before, figure, after: await anchors.measure(narrow) };
}

function measureInMemory(seconds: number): Record<string, InMemoryFigure> {
  const [thousand, fiveThousand] = [buildMatcher(keywords(1000)), buildMatcher(keywords(5000))];
  const at = { instant: Date.now(), zone: "Asia/Ho_Chi_Minh" };
  const [hit, miss] = ["hello", "can you tell me when the shiping of my order begins please"];
  const turn = { setup: setupWith(thousand), customer, state: newState(), random: Math.random };
  let now = Date.now();
  return {
    "match hello, 1,000 keywords": timed(seconds, () => thousand.match(hit, at)),
    "match hello, 5,000 keywords": timed(seconds, () => fiveThousand.match(hit, at)),
    "match no keyword, 1,000": timed(seconds, () => thousand.match(miss, at)),
    "match no keyword, 5,000": timed(seconds, () => fiveThousand.match(miss, at)),
    "turn: hello, two messages": timed(seconds, () =>
      takeTurn({ ...turn, event: { type: "message", text: hit }, now: now++ }),
    ),
  };
}

function timed(seconds: number, work: () => unknown): InMemoryFigure {
  const run = (untilMs: number) => {
    const startedAt = performance.now();
    let count = 0;
    // The clock is read only once in fifty runs, because reading it takes as long as some of the measured work.
    while (performance.now() - startedAt < untilMs && count < 10_000_000)
      for (let nth = 0; nth < 50; nth++, count++) work();
    return { count, ms: performance.now() - startedAt };
  };
  run(seconds * 300);
  const { count, ms } = run(seconds * 1000);
  return { microseconds: (ms * 1000) / count, perSecond: (count * 1000) / ms };
}

const keywords = (count: number): Keyword[] =>
  (benchPage(count).keywords ?? []).map(({ is_activated: isActivated, flow: _, ...keyword }, index) => ({
    ...keyword,
    ...{ id: index + 1, require: "any", hours: null, flowId: 1, typos: keyword.typos ?? false, isActivated },
  }));

const customer = newCustomer("tg_1000000001");

function setupWith(matcher: Matcher): PageSetup {
  const document = parseDocument(benchPage(100).flows?.[0]?.document);
  return {
    name: "Corner shop",
    zone: "Asia/Ho_Chi_Minh",
    hours: null,
    channel: "telegram",
    conversationLink: () => "http://127.0.0.1/chat",
    welcomeFlowId: null,
    defaultReplyFlowId: null,
    defaultReplySeconds: 86_400,
    inbox: defaultInbox,
    matcher,
    flows: new Map([[1, { name: "Hello", version: 1 }]]),
    tools: new Map(),
    tags: new Map(),
    fields: new Map(),
    document: () => document,
  };
}
