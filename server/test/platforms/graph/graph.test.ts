import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { startGraph } from "./graph.ts";
import type { Kind } from "./requests.ts";
import type { Graph } from "./stand-in.ts";

const id = "24001";
const to = { recipient: { id } };
const day = 86_400_000;
const words = (count: number) => "x".repeat(count);
const press = { type: "postback", title: "A", payload: "x" };
const template = (payload: object) => ({ message: { attachment: { type: "template", payload } } });
const buttons = (list: object[], text = "Choose") => template({ template_type: "button", text, buttons: list });
const cards = (elements: object[]) => template({ template_type: "generic", elements });
const replies = (list: object[]) => ({ message: { text: "Which?", quick_replies: list } });
const reply = (title: string) => ({ content_type: "text", title, payload: "x" });
const media = (type: string, url: string) => ({ message: { attachment: { type, payload: { url } } } });

/** Requests that each platform must refuse, and the error. */
const refusals: { what: string; body: object; error?: string; kinds?: Kind[]; set?: (graph: Graph) => void }[] = [
  { what: "an unknown field", body: { message: { text: "hi" }, urgent: true } },
  { what: "an unknown field of a message", body: { message: { text: "hi", subject: "x" } } },
  { what: "nothing to say", body: {} },
  { what: "an empty text", body: { message: { text: "" } } },
  { what: "a text that is too long", body: { message: { text: words(2000) } } },
  {
    what: "a text of too many bytes",
    body: { message: { text: "é".repeat(501) } },
    kinds: ["instagram", "instagram_login"],
  },
  {
    what: "two contents at once",
    body: { message: { text: "hi", attachment: { type: "image", payload: { url: "https://a.example/" } } } },
  },
  {
    what: "a message with an action",
    body: { message: { text: "hi" }, sender_action: "typing_on" },
    error: "100/2018014",
  },
  { what: "an unknown action", body: { sender_action: "dance" } },
  { what: "an unknown messaging type", body: { message: { text: "hi" }, messaging_type: "NON_PROMOTIONAL" } },
  { what: "metadata that are too long", body: { message: { text: "hi", metadata: words(1000) } } },
  { what: "fourteen quick replies", body: replies(Array.from({ length: 14 }, (_, n) => reply(`${n}`))) },
  { what: "a quick reply that is too long", body: replies([reply(words(21))]) },
  { what: "a quick reply without a payload", body: replies([{ content_type: "text", title: "A" }]) },
  { what: "a place as a quick reply", body: replies([{ content_type: "location" }]) },
  { what: "a number as a quick reply", body: replies([{ content_type: "user_phone_number" }]), kinds: ["instagram"] },
  {
    what: "quick replies below a picture",
    body: { message: { ...media("image", "https://a.example/a.jpg").message, quick_replies: [reply("A")] } },
    kinds: ["instagram", "instagram_login"],
  },
  {
    what: "square cards",
    body: template({
      template_type: "generic",
      image_aspect_ratio: "square",
      elements: [{ title: "A", subtitle: "b" }],
    }),
    kinds: ["instagram", "instagram_login"],
  },
  { what: "no buttons", body: buttons([]) },
  { what: "four buttons", body: buttons([press, press, press, press]) },
  { what: "a button's title that is too long", body: buttons([{ ...press, title: words(21) }]) },
  { what: "a payload that is too long", body: buttons([{ ...press, payload: words(1001) }]) },
  { what: "too many words above buttons", body: buttons([press], words(641)) },
  {
    what: "a number without its country",
    body: buttons([{ type: "phone_number", title: "Call", payload: "0901234567" }]),
  },
  {
    what: "a call button",
    body: buttons([{ type: "phone_number", title: "Call", payload: "+84901234567" }]),
    kinds: ["instagram", "instagram_login"],
  },
  { what: "a link that is none", body: buttons([{ type: "web_url", title: "Shop", url: "shop" }]) },
  { what: "no cards", body: cards([]) },
  { what: "eleven cards", body: cards(Array.from({ length: 11 }, () => ({ title: "A", subtitle: "b" }))) },
  { what: "a card with a title alone", body: cards([{ title: "A" }]) },
  { what: "a card's title that is too long", body: cards([{ title: words(81), subtitle: "b" }]) },
  { what: "an unknown template", body: template({ template_type: "list", elements: [] }) },
  { what: "media without TLS", body: media("image", "http://a.example/a.jpg") },
  { what: "an unknown kind of media", body: media("hologram", "https://a.example/a") },
  {
    what: "a file that is no pdf",
    body: media("file", "https://a.example/a.zip"),
    kinds: ["instagram", "instagram_login"],
  },
  {
    what: "media that cannot be fetched",
    body: media("image", "https://a.example/gone.jpg"),
    error: "100/2018008",
    set: (graph) => graph.unfetchable.add("https://a.example/gone.jpg"),
  },
  ...["CONFIRMED_EVENT_UPDATE", "ACCOUNT_UPDATE", "POST_PURCHASE_UPDATE", "CUSTOMER_FEEDBACK"].map((tag) => ({
    what: `the tag ${tag}`,
    body: { messaging_type: "MESSAGE_TAG", tag, message: { text: "hi" } },
  })),
  { what: "a tag without its type", body: { messaging_type: "RESPONSE", tag: "HUMAN_AGENT", message: { text: "hi" } } },
  { what: "a utility message without a template", body: { messaging_type: "UTILITY", message: { text: "hi" } } },
  {
    what: "a template that was not approved",
    body: { messaging_type: "UTILITY", message: { template: { name: "order", language: { code: "en" } } } },
  },
  {
    what: "somebody it does not know",
    body: { recipient: { id: "9" }, message: { text: "hi" } },
    error: "100/2018001",
    kinds: ["messenger"],
  },
  {
    what: "somebody it does not know",
    body: { recipient: { id: "9" }, message: { text: "hi" } },
    error: "100/2534014",
    kinds: ["instagram"],
  },
  {
    what: "somebody who has blocked the page",
    body: { message: { text: "hi" } },
    error: "551/1545041",
    set: (graph) => graph.people.set(id, { hasBlocked: true }),
  },
  {
    what: "a message a day later",
    body: { message: { text: "hi" } },
    error: "10/2018278",
    kinds: ["messenger"],
    set: wrote(day + 1000),
  },
  {
    what: "a message a day later",
    body: { message: { text: "hi" } },
    error: "10/2534022",
    kinds: ["instagram"],
    set: wrote(day + 1000),
  },
  {
    what: "a person's message eight days later",
    body: { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT", message: { text: "hi" } },
    error: "10/2018278",
    kinds: ["messenger"],
    set: wrote(8 * day),
  },
];

const all: Kind[] = ["messenger", "instagram", "instagram_login"];

for (const { what, body, error = "100", kinds = all, set } of refusals) {
  for (const kind of kinds) {
    test(`${kind} refuses ${what}`, async (t) => {
      const graph = await open(t, kind);
      set?.(graph);

      const answer = await post(graph, "me/messages", { ...to, ...body });

      assert.equal(answer.error, error);
      assert.equal(graph.sent.length, 0);
      assert.equal(graph.refused.length, 1);
    });
  }
}

test("a person may answer within seven days, and a template always", async (t) => {
  const graph = await open(t, "messenger");
  graph.templates.add("order");
  wrote(6 * day)(graph);

  const tagged = await post(graph, "me/messages", {
    ...to,
    messaging_type: "MESSAGE_TAG",
    tag: "HUMAN_AGENT",
    message: { text: "hi" },
  });
  const utility = await post(graph, "me/messages", {
    ...to,
    messaging_type: "UTILITY",
    message: { template: { name: "order", language: { code: "en" } } },
  });

  assert.deepEqual([tagged.error, utility.error], [undefined, undefined]);
});

test("wrong tokens, other accounts, unknown edges and too many profile changes are refused", async (t) => {
  const graph = await open(t, "messenger");
  const errors = [
    await post({ ...graph, accessToken: "wrong" }, "me/messages", { ...to, message: { text: "hi" } }),
    await post(graph, "777/messages", { ...to, message: { text: "hi" } }),
    await post(graph, "me/teleports", {}),
    await post(graph, "me/messenger_profile", { persistent_menu: [{ locale: "default", call_to_actions: [press] }] }),
    await post(graph, "me/messenger_profile", {
      ice_breakers: [{ locale: "vi_VN", call_to_actions: [{ question: "A", payload: "x" }] }],
    }),
  ].map(({ error }) => error);
  for (let count = 0; count < 8; count++) await post(graph, "me/messenger_profile", { get_started: { payload: "x" } });
  const last = await post(graph, "me/messenger_profile", { get_started: { payload: "x" } });

  assert.deepEqual(errors, ["190", "100/33", "2500", "100", "100"]);
  assert.equal(last.error, "613");
});

test("a token of Instagram Login can be renewed from its second day on, and the old one expires as before", async (t) => {
  const graph = await open(t, "instagram_login");
  const first = graph.accessToken;
  const after = (days: number) => {
    graph.now = () => graph.tokenIssuedAt + days * day;
  };
  const page = await open(t, "instagram");

  const errors = [await renew(page, page.accessToken), await renew(graph, first)];
  after(2);
  errors.push(await renew(graph, "wrong"), await renew(graph, first, "ig_exchange_token"));
  after(60);
  errors.push(await renew(graph, first));
  assert.deepEqual(errors, ["100", "190", "190", "100", "190/463"]);

  const issuedAt = graph.tokenIssuedAt;
  graph.now = () => issuedAt + 59 * day;
  assert.equal(await renew(graph, first), undefined);
  wrote(-59 * day)(graph);
  const send = async (accessToken: string) =>
    (await post({ ...graph, accessToken }, "me/messages", { ...to, message: { text: "hi" } })).error;
  assert.deepEqual([await send(first), await send(graph.accessToken)], [undefined, undefined]);
  graph.now = () => issuedAt + 60 * day;
  assert.deepEqual([await send(first), await send(graph.accessToken)], ["190/463", undefined]);
});

async function renew({ origin }: Graph, token: string, grant = "ig_refresh_token"): Promise<string | undefined> {
  const answer = await fetch(`${origin}/refresh_access_token?grant_type=${grant}&access_token=${token}`);
  return errorIn(await answer.json());
}

async function open(t: Test, kind: Kind): Promise<Graph> {
  const graph = await startGraph(t, kind);
  wrote(0)(graph);
  return graph;
}

function wrote(agoMs: number) {
  return (graph: Graph) => void graph.people.set(id, { wroteAt: Date.now() - agoMs });
}

async function post({ origin, kind, accessToken }: Graph, path: string, body: object): Promise<{ error?: string }> {
  const isHeader = kind === "instagram_login";
  const answer = await fetch(`${origin}/v25.0/${path}${isHeader ? "" : `?access_token=${accessToken}`}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(isHeader && { authorization: `Bearer ${accessToken}` }) },
    body: JSON.stringify(body),
  });
  const error = errorIn(await answer.json());
  return error === undefined ? {} : { error };
}

function errorIn(answer: unknown): string | undefined {
  const { error } = answer as { error?: { code: number; error_subcode?: number } };
  return error && [error.code, ...(error.error_subcode ? [error.error_subcode] : [])].join("/");
}
