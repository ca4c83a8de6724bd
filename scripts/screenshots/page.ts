import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { usualAddresses } from "@banter/core/flow/ai/model.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Console } from "../../e2e/console/console.ts";
import type { Deps } from "../../server/deps.ts";
import { createModel } from "../../server/domain/ai/models.ts";
import { createFlow } from "../../server/domain/catalog/flows.ts";
import { noteMiss } from "../../server/domain/knowledge/misses.ts";
import { mediaPathOf } from "../../server/domain/media/addresses.ts";
import { storeUpload } from "../../server/domain/media/upload.ts";
import { sql } from "../../server/store/db/sql.ts";
import { aPage } from "../../server/test/builders.ts";
import { someCustomers } from "../../server/test/customers.ts";
import { aServer } from "../../server/test/loopback-server.ts";
import { aPdf, aPng } from "../../server/test/sample-files.ts";
import { aVisitor } from "../../server/test/visitor.ts";
import { fillAi, type ShownAi } from "./ai.ts";
import { fillAudience, type ShownAudience } from "./audience.ts";
import { addConversations } from "./conversations.ts";

type Run = Parameters<Console["openAs"]>[0];

/** Paths in the console that the pictures are taken of. */
export type Shown = {
  /** The demo page, which people have written to. */
  page: string;
  /** A page without anything. */
  emptyPage: string;
  conversation: string;
  flow: string;
  /** A flow that was never published, with a step of every kind. */
  draft: string;
  pictureFlow: string;
  audience: ShownAudience;
  ai: ShownAi;
};

export async function fillPages(run: Run, started: Console): Promise<Shown> {
  const { baseUrl, openAs } = started;
  const { deps } = started.node;
  const demo: PageFile = JSON.parse(readFileSync(new URL("../../demo/page.json", import.meta.url), "utf8"));
  const { pageId: emptyId } = await aPage(deps, {
    page: { name: "Second shop", timezone: "Asia/Ho_Chi_Minh", welcome: null, default_reply: null },
  });
  const { pageId } = await aPage(deps, { ...demo, knowledge });
  const ann = await aVisitor(baseUrl, pageId, { first_name: "Ann" });
  for (const question of ["Do you gift-wrap?", "do you gift wrap", "Can I bring my dog?"])
    await noteMiss(deps, pageId, { psid: ann.psid, question, score: 0.12 });
  for (const word of ["price", "opening hours", "Bao giờ giao?", "bao gio giao"]) await ann.say(word);
  const tab = await openAs(run, "owner", "/pages");
  const psid = await addConversations(tab, baseUrl, pageId);
  const audience = await fillAudience(run, tab, started);
  const ai = await fillAi(run, tab, started);
  await tab.close();
  const { id } = await deps.db.get<{ id: number }>(sql`
    select id from flows where page_id = ${pageId} and name = 'Place an order'`);
  await addCustomers(deps, pageId);
  const model = await createModel(deps, pageId, {
    ...{ name: "Small and quick", protocol: "openai", base_url: usualAddresses.openai, model: "gpt-5-mini" },
    ...{ key: null, purpose: "chat", input_price: 250_000, output_price: 2_000_000 },
    ...{ max_tokens: 1024, timeout_seconds: 30 },
  });

  const page = `/pages/${pageId}`;
  const url = await addPictures(deps, pageId);
  const pictures = { a: { type: "message", content: { messages: [{ type: "image", url }] }, next: null } };
  const draft = async (name: string, start: string, steps: object, layout?: object) => {
    const document = { version: 1 as const, start, steps, ...(layout && { layout }) };
    const flow = await createFlow(deps, pageId, { name, folderId: null, draft: document as never });
    return `${page}/flows/${flow.id}`;
  };
  return {
    page,
    emptyPage: `/pages/${emptyId}`,
    conversation: `${page}/conversations/${psid}`,
    flow: `${page}/flows/${id}`,
    draft: await draft("Spring sale", "hello", everyStep(await aShopServer(run), model.id), places),
    pictureFlow: await draft("Drink of the day", "a", pictures),
    audience,
    ai,
  };
}

/** People who have left more than a name. */
async function addCustomers(deps: Deps, pageId: string): Promise<void> {
  const tags = await deps.db.many<{ id: number }>(sql`select id from tags where page_id = ${pageId} order by id`);
  const names = ["Nguyễn Thị Hoa", "Trần Văn Bình", "Lê Minh Châu", "Phạm Thu Dung", "Đặng Quốc An"];
  const customers = names.map((name, index) => {
    const [first_name = "", ...rest] = name.split(" ");
    const tag = tags[index % Math.max(1, tags.length)]?.id;
    return {
      psid: `web_${101 + index}`,
      ...{ first_name, last_name: rest.join(" ") },
      ...{ email: `guest${index + 1}@example.com`, phone: `+8490123456${index}` },
      tags: tag === undefined ? [] : [tag],
    };
  });
  await someCustomers(deps, pageId, customers);
}

/** Fills the page's library. Returns the address of a picture. */
async function addPictures(deps: Deps, pageId: string): Promise<string> {
  const pictures = { "Bánh mì.png": "d9a05b", "Phở.png": "b5533c", "Cà phê.png": "5b3a29", "Trà đá.png": "8fae5d" };
  const store = async (name: string, bytes: Buffer) => {
    const upload = { name, declaredType: undefined, length: bytes.length, body: Readable.from([bytes]) };
    return mediaPathOf(deps, await storeUpload(deps, { pageId, userId: "", psid: null }, upload));
  };
  let url = await store("Bảng giá.pdf", aPdf);
  for (const [name, color] of Object.entries(pictures)) {
    const [red = 0, green = 0, blue = 0] = Buffer.from(color, "hex");
    url = await store(name, aPng({ width: 400, height: 300, color: [red, green, blue] }));
  }
  return url;
}

/** The server that the step "Ask another service" calls. */
async function aShopServer(run: Run): Promise<string> {
  const answer = { order: { number: "A-1042", state: "on its way", items: [{ name: "Cinnamon roll", count: 6 }] } };
  const { origin } = await aServer(run, (_, response) => response.end(JSON.stringify(answer)));
  return origin;
}

const text = (words: string, more: object = {}) => ({ messages: [{ type: "text", text: words, ...more }] });

const everyStep = (shop: string, modelId: number) => ({
  hello: {
    type: "message",
    name: "Hello",
    content: text("Hi {{user_first_name}}! Our spring sale has begun.", {
      buttons: [
        { type: "step", title: "Show me", step: "size" },
        { type: "url", title: "Our shop", url: "https://example.com" },
      ],
    }),
    next: "size",
  },
  size: {
    type: "ask",
    content: text("Which size do you wear?"),
    accept: "choice",
    choices: [
      { id: "s", text: "S" },
      { id: "m", text: "M" },
      { id: "l", text: "L" },
    ],
    retries: 2,
    next: { s: "split", m: "split", l: "call" },
  },
  split: {
    type: "split",
    branches: [
      { id: "ten", name: "Giảm giá 10%", weight: 70 },
      { id: "gift", name: "Quà tặng", weight: 30 },
    ],
    next: { ten: "known", gift: "wait" },
  },
  known: {
    type: "condition",
    match: "all",
    rules: [
      { type: "field", field: "email", operator: "is_set" },
      { type: "field", field: "phone", operator: "is_set" },
    ],
    next: { yes: "wait", no: null },
  },
  wait: { type: "delay", seconds: 7200, next: "note" },
  note: { type: "action", actions: [{ action: "hand_over" }], next: null },
  call: { type: "request", method: "GET", url: `${shop}/orders/A-1042`, next: { ok: "ai", failed: null } },
  ai: {
    ...{ type: "ai", model_id: modelId, knowledge: {}, stay: {} },
    instructions: "You answer for {{page_name}}. Be brief and friendly.",
    tools: [{ tool: "hand_over", description: "The customer asks for a person." }],
    intents: [{ id: "order", name: "Wants to order", description: "The customer wants to buy something." }],
    next: { order: "size", unsure: "note", failed: "note" },
  },
});

const places = Object.fromEntries(
  [
    ["hello", 0, 0],
    ["size", 340, 0],
    ["split", 680, -140],
    ["call", 680, 200],
    ["ai", 1020, 360],
    ["known", 1020, -200],
    ["wait", 1020, 80],
    ["note", 1360, 80],
  ].map(([id, x, y]) => [id, { x, y }]),
);

/** One that is read, and one that is not. */
const knowledge: PageFile["knowledge"] = [
  {
    kind: "text",
    name: "Delivery and returns",
    text: "# Delivery\nParcels arrive within two to three working days.\n# Returns\nSend it back within 30 days, for free.",
  },
  { kind: "flows", name: "Flows of this page" },
  { kind: "site", name: "Our web site", url: "http://127.0.0.1:9/", every: "week" },
];
