import type { Console } from "../../e2e/console/console.ts";
import { digested } from "../../e2e/console/numbers.ts";
import { noteMiss } from "../../server/domain/knowledge/misses.ts";
import { sql } from "../../server/store/db/sql.ts";
import { aFlow } from "../../server/test/builders.ts";
import { anAiDocument, anAiPage } from "../../server/test/platforms/models/ai-page.ts";
import { aModelServer } from "../../server/test/platforms/models/model-server.ts";
import type { AskedModel, Said } from "../../server/test/platforms/models/protocol-server.ts";
import { until } from "../../server/test/until.ts";
import { aVisitor } from "../../server/test/visitor.ts";

type Run = Parameters<Console["openAs"]>[0];
type Tab = Awaited<ReturnType<Console["openAs"]>>;

/** Paths of a page whose customers a model answers. */
export type ShownAi = { page: string; conversation: string; flow: string; draft: string };

/** `tab` is logged in as the owner. */
export async function fillAi(run: Run, tab: Tab, { node: { deps }, baseUrl }: Console): Promise<ShownAi> {
  const { model } = await aModelServer(run, "openai", answer);
  const { pageId } = await anAiPage(deps, model, bot, {
    knowledge: [
      { kind: "text", name: "Delivery", text: "# How long does delivery to Huế take?\nTwo working days." },
      { kind: "flows", name: "Flows of this page" },
      { kind: "site", name: "Our web site", url: "http://127.0.0.1:9/", every: "week" },
    ],
    page: { name: "Silk and linen", timezone: "Asia/Ho_Chi_Minh", welcome: null, default_reply: "Bot" },
    flows: [{ name: "Bot", published: true, document: bot as never }, aFlow("Opening hours", "We open at nine.")],
  });
  const root = `${baseUrl}/api/v1/pages/${pageId}`;
  const post = async (path: string, data: object) => {
    const response = await tab.request.post(root + path, { data, headers: { origin: baseUrl } });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const read = async (path: string) => (await tab.request.get(root + path)).json();
  await until(async () => (await read("/knowledge")).sources[0].state === "ready");

  const lan = await aVisitor(baseUrl, pageId, { first_name: "Lan" });
  const talk: [string, string][] = [
    ["How long does delivery to Huế take?", "Two working days"],
    ["Do you gift-wrap?", "ask somebody"],
  ];
  for (const [question, reply] of talk) {
    await lan.say(question);
    await lan.hear((messages) => messages.some(({ text }) => text?.includes(reply)));
  }
  for (const question of ["Do you gift-wrap?", "do you gift wrap"])
    await noteMiss(deps, pageId, { psid: lan.psid, question, score: 0.12 });
  const { bot: flow_id, source } = await deps.db.get<{ bot: number; source: number }>(sql`
    select (select id from flows where page_id = ${pageId} and name = 'Bot') as bot,
           (select min(id) from knowledge_sources where page_id = ${pageId}) as source`);
  const { id } = await post("/evaluations", {
    ...{ name: "Delivery", flow_id, step: "ai", blocks: true },
    questions: [
      asks("How long does delivery to Huế take?", { expect: "says", text: "two working days" }),
      asks("Where do you deliver?", { expect: "cites", source_id: source }, { expect: "says", text: "Đà Nẵng" }),
    ],
  });
  await post(`/evaluations/${id}/run`, {});
  await until(async () => !(await read(`/evaluations/${id}`)).is_running);
  const draft = await post("/flows", { name: "Spring sale", folder_id: null, draft: greeting });
  await digested(deps, pageId);

  const page = `/pages/${pageId}`;
  return {
    page,
    conversation: `${page}/conversations/${lan.psid}`,
    flow: `${page}/flows/${flow_id}`,
    draft: `${page}/flows/${draft.id}`,
  };
}

const say = (text: string) => ({ content: { messages: [{ type: "text", text }] } });
const asks = (text: string, ...expects: object[]) => ({ said: [{ from: "customer", text }], expects });
const bot = anAiDocument(
  {
    instructions: "You answer for {{page_name}}. Be brief and friendly.",
    knowledge: {},
    tools: [{ tool: "hand_over", description: "The customer asks for a person." }],
    intents: [{ id: "order", name: "Wants to order", description: "The customer wants to buy something." }],
    next: { order: "unsure" },
  },
  { unsure: { type: "message", ...say("I do not know. Let me ask somebody."), next: null } },
);
const greeting = {
  version: 1,
  start: "hello",
  steps: {
    hello: { type: "message", ...say("Our spring sale has begun, {{user_first_name ?? friend}}."), next: null },
  },
};

/** The words of the stand-in, by the question. */
function answer({ system, messages }: AskedModel): Said {
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  if (system.startsWith("You draft a reply")) return { text: "Yes: parcels to Huế arrive within two working days." };
  if (system.startsWith("You sum up"))
    return { text: "Lan asks how long delivery takes.\nThe bot said two working days. Gift-wrapping is still open." };
  if (system.startsWith("You suggest keywords"))
    return { text: '{"keywords":[{"name":"Gift-wrapping","phrases":["gift-wrap","gift wrap"],"flow":null}]}' };
  if (system.startsWith("You draft a flow")) {
    const size = { type: "message", ...say("Which size do you wear?"), next: "mark" };
    const mark = { type: "action", actions: [{ action: "add_tag", tag: "Spring" }], next: null };
    const steps = { hello: { ...greeting.steps.hello, next: "size" }, size, mark };
    return { text: JSON.stringify({ name: "Spring sale", document: { start: "hello", steps } }) };
  }
  const passage = /deliver[^<]*<\/customer>/.test(asked) ? Number(/<passage id="(\d+)/.exec(asked)?.[1]) : Number.NaN;
  const known = { text: "Two working days to Huế.", is_sure: true, passages: [passage], intent: "none" };
  const unknown = { text: "", is_sure: false, passages: [], intent: "none" };
  return { tools: [{ name: "answer", arguments: Number.isNaN(passage) ? unknown : known }] };
}
