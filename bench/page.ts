import type { KeywordMatch } from "@banter/core/model/keyword.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { TestPage } from "../server/test/builders.ts";
import { postOf } from "./load/connection.ts";

/** A page with so many keywords, of which one is "hello" and starts a flow of two messages, the first with variables. */
export function benchPage(keywordCount: number): Partial<PageFile> {
  return {
    flows: [flow],
    keywords: Array.from({ length: keywordCount }, (_, index) => keywordAt(index, keywordCount)),
  };
}

const say = (text: string, next: string | null) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  next,
});
const greeting = "Hello {{psid}}, welcome to {{page_name}}.";
const flow = {
  name: "Hello",
  published: true,
  document: {
    version: 1,
    start: "one",
    steps: { one: say(greeting, "two"), two: say("What can we do for you today?", null) },
  },
};

const matches: KeywordMatch[] = ["is", "contains_word", "contains", "begins", "ends"];
const words = "gia don hang ao thun giay doi tra khuyen mai order price shipping refund bonjour prix".split(" ");
const wordAt = (index: number) => words[index % words.length] ?? "";

/** As a shop has them: two phrases of three words each, every way to match, some forgiving typos; "hello" in the middle. */
export function keywordAt(index: number, count: number) {
  const isHello = index === Math.floor(count / 2);
  const phrases = [1, 2].map((nth) => `${wordAt(index * nth)} ${wordAt(index + nth)} ${index}${nth}`);
  return {
    name: isHello ? "Hello" : `Keyword ${index + 1}`,
    match: isHello ? ("is" as const) : (matches[index % matches.length] ?? ("is" as const)),
    phrases: isHello ? ["hello"] : phrases,
    excludes: [],
    typos: !isHello && index % 3 === 0,
    flow: "Hello",
    is_activated: true,
  };
}

/** Whether each job has a customer of its own, or all share 500 who come back. */
export type Customers = "unique" | "returning";

const psidOf = (number: number, customers: Customers) =>
  `tg_${customers === "unique" ? 1_000_000_000 + number : number % 500}`;

/** Webhooks with a "hello" in each. */
export function webhookTo(pageId: string, customers: Customers) {
  return (number: number) => {
    const psid = psidOf(number, customers);
    const body = `{"events":[{"id":"${number}","from":"${psid}","text":"hello"}]}`;
    return { psid, request: postOf(`/webhooks/${pageId}`, { "x-secret": "right" }, body) };
  };
}

/** Sends of one text to customers who come back. */
export function sendTo({ pageId, token }: TestPage) {
  const path = `/api/public_api/v1/pages/${pageId}/flows/send_content`;
  const content = '{"messages":[{"type":"text","text":"Your order is on its way."}]}';
  return (number: number) => {
    const psid = psidOf(number, "returning");
    const body = `{"psid":"${psid}","data":{"version":"v2","content":${content}}}`;
    return { psid, request: postOf(path, { "access-token": token }, body) };
  };
}
