import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { createContact } from "../../domain/customers/contacts.ts";
import { listJoins } from "../../domain/customers/joins.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";
import type { Database } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { countMail } from "../../store/runtime/mailbox.ts";
import { aKeyword } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { testConversations } from "../../test/platforms/conversation-tests.ts";
import { aConversation, type Platform } from "../../test/platforms/scenario.ts";
import { tooMany } from "../../test/platforms/telegram/faults.ts";
import type { Telegram } from "../../test/platforms/telegram/stand-in.ts";
import { startTelegram } from "../../test/platforms/telegram/telegram.ts";
import { until } from "../../test/until.ts";
import { telegram } from "./index.ts";
import { Settings } from "./settings.ts";

testConversations("telegram", async (t) => platformOf(await startTelegram(t)));

test("a menu item is a command that leads to its flow", async (t) => {
  const { standIn, customer } = await converse(t);
  await standIn.until(() => standIn.calls.some(({ method }) => method === "setMyCommands"));
  const [{ command } = { command: "" }] = commandsOf(standIn);
  const ann = customer(1);

  await ann.say(`/${command}`);

  await standIn.until(() => ann.heard().length >= 1);
  assert.match(command, /^our_sizes_m[0-9]+$/);
  assert.deepEqual(ann.heard(), ["From S to XL"]);
});

test("a command has the name that the owner has chosen, in private chats", async (t) => {
  const document = aFlowSaying("From S to XL");
  const { standIn, customer } = await converse(t, {
    flows: [{ name: "Sizes", published: true, document }],
    keywords: [],
    main_menu: [{ title: "Our sizes", flow: "Sizes", command: "sizes" }],
    tools: [],
  });
  await standIn.until(() => standIn.calls.some(({ method }) => method === "setMyCommands"));
  const ann = customer(1);

  await ann.say("/sizes");
  await standIn.until(() => ann.heard().length >= 1);
  await ann.say("/Sizes@corner_shop_bot");
  await standIn.until(() => ann.heard().length >= 2);

  assert.deepEqual(standIn.calls.findLast(({ method }) => method === "setMyCommands")?.body, {
    commands: [{ command: "sizes", description: "Our sizes" }],
    scope: { type: "all_private_chats" },
  });
  assert.deepEqual(ann.heard(), ["From S to XL", "From S to XL"]);
});

function aFlowSaying(text: string) {
  const content = { messages: [{ type: "text", text }] };
  return { version: 1, start: "say", steps: { say: { type: "message", content, next: null } } };
}

test("the next server finishes a message that was half sent, and sends nothing twice", async (t) => {
  const titles = Array.from({ length: 8 }, (_, number) => `Number ${number}`);
  const cards = { messages: [{ type: "cards", elements: titles.map((title) => ({ title, subtitle: "Fresh" })) }] };
  const document = { version: 1, start: "show", steps: { show: { type: "message", content: cards, next: null } } };
  const { standIn, customer, node, pageId } = await converse(t, {
    flows: [{ name: "Range", published: true, document }],
    keywords: [aKeyword("range", "Range")],
    main_menu: [],
    tools: [],
  });
  const ann = customer(1);
  await ann.say("range");
  // One chat takes a burst, and then one message per second.
  await standIn.waitFor(5);

  await node.stop();
  const before = standIn.sent.length;
  const next = await testNode(t, {}, node.deps.db as Database);

  await standIn.waitFor(8);
  const { db } = next.deps;
  const sent = () => db.many(sql`select status, possible_duplicate from messages where page_id = ${pageId}`);
  await until(async () => JSON.stringify(await sent()).includes("sent"));
  assert.ok(before < 8, "all was sent before the server stopped");
  assert.deepEqual(await sent(), [{ status: "sent", possibleDuplicate: false }]);
  assert.deepEqual(
    ann.heard().map((words) => words.split("\n")[0]),
    titles,
  );
});

test("a customer who blocks the bot gets no messages until they come back", async (t) => {
  const { standIn, node, pageId, token } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("sizes");
  await standIn.waitFor(1);

  await ann.block();
  await until(async () => (await reasonOf(ann)) !== null);
  const refused = await send("Are you there?");
  await ann.comeBack();
  await until(async () => (await reasonOf(ann)) === null);
  const taken = await send("There you are!");

  assert.deepEqual([refused, taken], [422, 200]);
  await standIn.waitFor(2);
  assert.deepEqual(ann.heard(), ["From S to XL", "There you are!"]);

  async function reasonOf({ psid }: { psid: string }): Promise<string | null> {
    const { reason } = await node.deps.db.get<{ reason: string | null }>(sql`
      select unreachable as reason from customers where page_id = ${pageId} and psid = ${psid}`);
    return reason;
  }

  async function send(text: string): Promise<number> {
    const url = `${node.baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`;
    const data = { version: "v2", content: { messages: [{ type: "text", text }] } };
    const headers = { "content-type": "application/json", "access-token": token };
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify({ psid: ann.psid, data }) })).status;
  }
});

test("a block that was not reported is found by sending, and ends when the customer writes", async (t) => {
  const { standIn, customer } = await converse(t);
  const ann = customer(1);
  await ann.say("sizes");
  await standIn.until(() => ann.heard().length >= 1);
  standIn.trouble = ({ method }) =>
    method === "sendMessage"
      ? { refuse: { code: 403, description: "Forbidden: bot was blocked by the user" } }
      : undefined;

  await ann.say("sizes");
  await standIn.until(() => standIn.refused.length >= 1);
  standIn.trouble = () => undefined;
  await ann.say("hello");

  await standIn.until(() => ann.heard().length >= 3);
  assert.deepEqual(ann.heard(), ["From S to XL", "One", "Two"]);
});

test("a phone number that was asked for is shared by a button", async (t) => {
  const asking = {
    messages: [{ type: "text", text: "How can we reach you?" }],
    quick_replies: [{ type: "phone_number" }],
  };
  const document = { version: 1, start: "ask", steps: { ask: { type: "message", content: asking, next: null } } };
  const { standIn, node, pageId } = await converse(t, {
    flows: [{ name: "Contact", published: true, document }],
    keywords: [aKeyword("contact", "Contact")],
    main_menu: [],
    tools: [],
  });
  const ann = standIn.person(1, { first_name: "Lan", last_name: "Nguyen", language_code: "vi" });
  await ann.say("contact");
  await standIn.waitFor(1);

  await ann.press("📞 Share my phone number");

  const known = () =>
    node.deps.db.get<{ phone: string | null }>(sql`
      select first_name, last_name, locale, phone from customers where page_id = ${pageId} and psid = ${ann.psid}`);
  await until(async () => (await known()).phone !== null);
  assert.deepEqual(await known(), { firstName: "Lan", lastName: "Nguyen", locale: "vi", phone: "+84901234561" });
});

test("a contact is joined by the number that its customer shares, and not by one that somebody types", async (t) => {
  const asking = { messages: [{ type: "text", text: "Your number?" }], quick_replies: [{ type: "phone_number" }] };
  const document = { version: 1, start: "ask", steps: { ask: { type: "message", content: asking, next: null } } };
  const { standIn, node, pageId } = await converse(t, {
    flows: [{ name: "Contact", published: true, document }],
    keywords: [aKeyword("contact", "Contact")],
    main_menu: [],
    tools: [],
  });
  const { deps } = node;
  const make = (name: string, phone: string) =>
    createContact(deps, pageId, { contact: { fields: { user_last_name: name, phone }, tags: [] }, userId: "ann" });
  const contacts = [await make("Of one", "+84901234561"), await make("Of two", "+84901234562")];
  const [one, two] = [standIn.person(1, { first_name: "Lan" }), standIn.person(2, { first_name: "Bo" })];
  await one.say("contact");
  await two.say("contact");
  await standIn.waitFor(2);

  await two.say("+84901234562");
  await one.press("📞 Share my phone number");

  const stateOf = async (psid: string) => (await findCustomer(deps.db, pageId, psid))?.state;
  await until(async () => (await stateOf(one.psid))?.joined !== undefined);
  await until(async () => (await findCustomer(deps.db, pageId, two.psid))?.phone === "+84901234562");
  await until(async () => (await deps.db.count(sql`select from customer_changes where page_id = ${pageId}`)) === 0);
  assert.deepEqual(Object.keys((await stateOf(one.psid))?.joined ?? {}), [contacts[0]]);
  assert.equal((await stateOf(two.psid))?.joined, undefined);
  const { proposals } = await listJoins(deps, pageId, two.psid);
  assert.deepEqual(
    proposals.map(({ customer }) => customer.psid),
    [contacts[1]],
  );
});

test("a picture that Telegram could not fetch is noted with the message", async (t) => {
  const content = { messages: [{ type: "image", url: "https://cdn.example/gone.jpg" }] };
  const document = { version: 1, start: "show", steps: { show: { type: "message", content, next: null } } };
  const { standIn, node, pageId } = await converse(t, {
    flows: [{ name: "Picture", published: true, document }],
    keywords: [aKeyword("picture", "Picture")],
    main_menu: [],
    tools: [],
  });
  standIn.unfetchable.add("https://cdn.example/gone.jpg");

  await standIn.person(1).say("picture");

  const message = () =>
    node.deps.db.find<{ status: string; notes: unknown }>(sql`
      select status, notes from messages where page_id = ${pageId}`);
  await until(async () => (await message())?.status === "sent");
  assert.deepEqual((await message())?.notes, [{ change: "as_text", part: "image", title: "gone.jpg" }]);
});

test("pictures of one content are an album; if one cannot be fetched, each is sent by itself, once and in order", async (t) => {
  const url = (name: string) => `https://cdn.example/${name}.jpg`;
  const content = {
    messages: [
      { type: "text", text: "Look" },
      ...["red", "blue", "gone"].map((name) => ({ type: "image", url: url(name) })),
    ],
    quick_replies: [{ type: "text", caption: "More" }],
  };
  const document = { version: 1, start: "show", steps: { show: { type: "message", content, next: null } } };
  const { standIn, node, pageId } = await converse(t, {
    flows: [{ name: "Pictures", published: true, document }],
    keywords: [aKeyword("pictures", "Pictures")],
    main_menu: [],
    tools: [],
  });
  const sent = () => standIn.sent.map(({ body }) => String(body.photo ?? body.text).replace(/.*\//, ""));
  const messages = () =>
    node.deps.db.many<{ status: string; platformId: string }>(sql`
      select status, platform_id, attempts, possible_duplicate, notes from messages where page_id = ${pageId} order by id`);

  await standIn.person(1).say("pictures");
  await until(async () => (await messages()).at(1)?.status === "sent");
  standIn.unfetchable.add(url("gone"));
  await standIn.person(2).say("pictures");
  await until(async () => (await messages()).at(3)?.status === "sent");

  const pictures = ["Look", "red.jpg", "blue.jpg", "gone.jpg", "👇"];
  assert.deepEqual(sent(), [...pictures, ...pictures]);
  const [, whole, , apart] = await messages();
  assert.deepEqual([whole?.platformId.split(" ").length, apart?.platformId.split(" ").length], [4, 4]);
  assert.deepEqual(
    (await messages()).map((message) => ({ ...message, platformId: undefined })),
    [
      { ...once, notes: null },
      { ...once, notes: [{ change: "apart", part: "quick_replies" }, ...asButtons] },
      { ...once, notes: null },
      {
        ...once,
        notes: [{ change: "as_messages", part: "album" }, { change: "apart", part: "quick_replies" }, ...asButtons],
      },
    ],
  );
});

const once = { status: "sent", platformId: undefined, attempts: 1, possibleDuplicate: false };
const asButtons = [{ change: "as_button", part: "quick_replies" }];

test("a key of the keyboard leads where its quick reply leads, and other words are words", async (t) => {
  const say = (text: string, ...replies: string[]) => ({
    type: "message",
    content: {
      messages: [{ type: "text", text }],
      ...(replies.length > 0 && {
        quick_replies: replies.map((step) => ({ type: "step", caption: `To ${step}`, step })),
      }),
    },
    next: null,
  });
  const steps = { ask: say("Where?", "left", "right"), left: say("Left it is"), right: say("Right it is") };
  const standIn = await startTelegram(t);
  const platform = platformOf(standIn);
  await aConversation(
    t,
    "telegram",
    { ...platform, settings: { ...platform.settings, quickReplies: "keyboard" } },
    {
      file: {
        flows: [{ name: "Ways", published: true, document: { version: 1, start: "ask", steps } }],
        keywords: [aKeyword("ways", "Ways")],
        main_menu: [],
        tools: [],
      },
    },
  );
  const ann = standIn.person(1);
  const heard = (count: number) => standIn.until(() => ann.heard().length >= count);

  await ann.say("ways");
  await heard(1);
  await ann.press("To right");
  await heard(2);
  await ann.say("To right");
  await ann.say("ways");
  await heard(3);

  assert.deepEqual(ann.heard(), ["Where?", "Right it is", "Where?"]);
  assert.deepEqual(standIn.sent[0]?.body.reply_markup, {
    keyboard: [[{ text: "To left" }, { text: "To right" }]],
    resize_keyboard: true,
    one_time_keyboard: true,
  });
});

test("a webhook without the secret is refused, and events of no use are accepted and ignored", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const ann = standIn.person(1);
  const forged = await fetch(`${node.baseUrl}/webhooks/${pageId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": "guess" },
    body: JSON.stringify(ann.saying("hello")),
  });

  const statuses = await standIn.post({ update_id: 1, poll: {} }, ann.sending({ pinned_message: { message_id: 5 } }));

  assert.equal(forged.status, 401);
  assert.deepEqual(statuses, [200, 200]);
  assert.equal(await countMail(node.deps.db, pageId), 0);
});

/** The stand-in, as the scenario for all platforms needs it. */
function platformOf(standIn: Telegram): Platform {
  const { bot, origin } = standIn;
  const settings = { botToken: bot.token, botName: bot.username, apiUrl: origin };
  return {
    pageId: `tg_${bot.id}`,
    settings,
    connect: async (baseUrl) => telegram.account?.connect(Settings.parse(settings), `${baseUrl}/webhooks/tg_${bot.id}`),
    customer(number) {
      const person = standIn.person(number);
      return {
        ...person,
        follow: (link) => person.start(new URL(link).searchParams.get("start") ?? undefined),
        async sayInDisorder(...texts) {
          const updates = texts.map(person.saying);
          await standIn.post(...updates.toReversed());
          await Promise.all([...updates, ...updates].map((update) => standIn.post(update)));
        },
      };
    },
    failNext(trouble) {
      standIn.trouble = ({ method }) => {
        if (method !== "sendMessage" && method !== "setMessageReaction") return undefined;
        standIn.trouble = () => undefined;
        return trouble === "throttle" ? { refuse: tooMany(1) } : { reset: true };
      };
    },
    written: standIn.written,
    until: standIn.until,
    takenAt: standIn.takenAt,
    countRefused: () => standIn.refused.length,
    countTyping: () => standIn.calls.filter(({ method }) => method === "sendChatAction").length,
  };
}

async function converse(t: Test, file: Partial<PageFile> = {}) {
  const standIn = await startTelegram(t);
  return { standIn, ...(await aConversation(t, "telegram", platformOf(standIn), { file })) };
}

function commandsOf({ calls }: Telegram): { command: string }[] {
  const body = calls.findLast(({ method }) => method === "setMyCommands")?.body;
  return (body?.commands ?? []) as { command: string }[];
}
