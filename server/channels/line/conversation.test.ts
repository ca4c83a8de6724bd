import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { findPlatformAccount } from "../../store/catalog/platform/platform-accounts.ts";
import type { Database } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { countMail } from "../../store/runtime/mailbox.ts";
import { aKeyword, aPageFile } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { testConversations } from "../../test/platforms/conversation-tests.ts";
import { settingsFor, startLine } from "../../test/platforms/line/line.ts";
import type { Line } from "../../test/platforms/line/stand-in.ts";
import { listAttachments } from "../../test/platforms/media-page.ts";
import { aConversation, type Platform } from "../../test/platforms/scenario.ts";
import { until } from "../../test/until.ts";
import { line } from "./index.ts";
import { Settings } from "./settings.ts";

testConversations("line", async (t) => platformOf(await startLine(t)));

test("the first message of an answer uses the reply token, the others are pushed", async (t) => {
  const { standIn } = await converse(t);
  const ann = standIn.person(1);

  await ann.say("hello");

  await standIn.waitFor(2);
  assert.deepEqual(
    standIn.sent.map(({ via, message }) => [via, message.text]),
    [
      ["reply", "One"],
      ["push", "Two"],
    ],
  );
});

test("a message after a wait is pushed, and so is one of the API", async (t) => {
  const { standIn, node, pageId, token } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("think");
  await standIn.waitFor(2);

  await sendText(node.baseUrl, { pageId, token, psid: ann.psid, text: "Still there?" });

  await standIn.waitFor(3);
  assert.deepEqual(
    standIn.sent.map(({ via }) => via),
    ["reply", "push", "push"],
  );
});

test("a used token does not lose the answer: it is pushed", async (t) => {
  const { standIn } = await converse(t);
  const ann = standIn.person(1);
  const event = ann.saying("sizes");

  await standIn.post({ ...event, replyToken: "0123456789abcdef" });

  await standIn.waitFor(1);
  assert.deepEqual(
    standIn.sent.map(({ via, message }) => [via, message.text]),
    [["push", "From S to XL"]],
  );
  assert.deepEqual(
    standIn.refused.map(({ message }) => message),
    ["Invalid reply token"],
  );
});

test("when the plan's messages are used up, first answers still arrive and others fail with the reason", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const ann = standIn.person(1);
  standIn.quota = 0;

  await ann.say("hello");

  await until(async () => (await messagesOf(node.deps.db, pageId)).some(({ status }) => status === "failed"));
  assert.deepEqual(
    (await messagesOf(node.deps.db, pageId)).map(({ status, errorCode }) => [status, errorCode]),
    [
      ["sent", null],
      ["failed", "monthly_limit"],
    ],
  );
  assert.deepEqual(ann.heard(), ["One"]);
});

test("pushed messages whose answers were lost arrive once, and are not called possible duplicates", async (t) => {
  const { standIn, node, pageId, token } = await converse(t);
  const ann = standIn.person(1);
  standIn.trouble = ({ route }) => (route.endsWith("/push") ? { reset: true } : undefined);

  await sendText(node.baseUrl, { pageId, token, psid: ann.psid, text: "News!" });

  await until(async () => (await messagesOf(node.deps.db, pageId))[0]?.status === "sent");
  const [message] = await messagesOf(node.deps.db, pageId);
  assert.deepEqual(ann.heard(), ["News!"]);
  assert.equal(message?.possibleDuplicate, false);
  assert.equal(message?.platformId, standIn.sent[0]?.id);
  assert.deepEqual(
    standIn.refused.map(({ status }) => status),
    [409],
  );
});

test("the next server repeats a push that the last one did not finish, and nothing arrives twice", async (t) => {
  const { standIn, node, pageId, token } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("sizes");
  await standIn.waitFor(1);
  standIn.trouble = ({ route }) => (route.endsWith("/push") ? { hang: true } : undefined);
  await sendText(node.baseUrl, { pageId, token, psid: ann.psid, text: "News!" });
  await standIn.waitFor(2);

  // As a crash would leave it: the attempt is recorded, its end is not.
  const { db } = node.deps;
  await node.stop();
  await db.count(sql`update messages set status = 'sending' where page_id = ${pageId} and status <> 'sent'`);
  standIn.trouble = () => undefined;
  const next = await testNode(t, {}, db as Database);

  await until(async () => (await messagesOf(next.deps.db, pageId)).every(({ status }) => status === "sent"));
  const messages = await messagesOf(next.deps.db, pageId);
  assert.deepEqual(
    messages.map(({ possibleDuplicate }) => possibleDuplicate),
    [false, false],
  );
  assert.deepEqual(ann.heard(), ["From S to XL", "News!"]);
});

test("a new friend is welcomed, with the name that LINE tells", async (t) => {
  const { standIn, node, pageId } = await converse(t, { page: { ...aPageFile().page, welcome: "Hello" } });
  const ann = standIn.person(1, { displayName: "Lan 🌸", language: "vi" });

  await ann.addFriend();

  await standIn.waitFor(2);
  assert.deepEqual(ann.heard(), ["One", "Two"]);
  assert.equal(standIn.sent[0]?.via, "reply");
  const known = () =>
    node.deps.db.get<{ firstName: string | null }>(sql`
      select first_name, locale from customers where page_id = ${pageId} and psid = ${ann.psid}`);
  await until(async () => (await known()).firstName !== null);
  assert.deepEqual(await known(), { firstName: "Lan 🌸", locale: "vi" });
});

test("growth tools answer a new friend and a place, each by its first message free of charge", async (t) => {
  const tools = (["follow", "location"] as const).map((type, index) => ({
    ...{ type, name: type, ref: null, flow: ["Summer", "Sizes"][index] ?? null, is_published: true, settings: {} },
  }));
  const { standIn } = await converse(t, { page: { ...aPageFile().page, welcome: "Hello" }, tools });
  const ann = standIn.person(1);

  await ann.addFriend();
  await standIn.waitFor(1);
  await ann.sendPlace({ latitude: 10.772, longitude: 106.698 });

  await standIn.waitFor(2);
  assert.deepEqual(ann.heard(), ["Summer sale!", "From S to XL"]);
  assert.deepEqual(
    standIn.sent.map(({ via }) => via),
    ["reply", "reply"],
  );
});

test("a press that another tool made is answered as its words, with the date that was picked", async (t) => {
  const data = "action=buy&itemId=1";
  const { standIn, node, pageId } = await converse(t, { keywords: [aKeyword(data, "Sizes")] });
  const ann = standIn.person(1);
  const press = { type: "postback", message: undefined, postback: { data, params: { date: "2026-12-25" } } };

  await standIn.post({ ...ann.saying(""), ...press });

  await standIn.waitFor(1);
  assert.deepEqual(ann.heard(), ["From S to XL"]);
  assert.deepEqual(await listAttachments(node, pageId, ann.psid), [
    { type: "form", form: { answers: { date: "2026-12-25" } } },
  ]);
});

test("a customer who blocks the account gets no messages until they are a friend again", async (t) => {
  const { standIn, node, pageId, token } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("sizes");
  await standIn.waitFor(1);
  const send = (text: string) => sendText(node.baseUrl, { pageId, token, psid: ann.psid, text });

  await ann.block();
  await until(async () => (await reasonOf()) !== null);
  const refused = await send("Are you there?");
  await ann.addFriend();
  await until(async () => (await reasonOf()) === null);
  const taken = await send("There you are!");

  assert.deepEqual([refused, taken], [422, 200]);
  await standIn.waitFor(2);
  assert.deepEqual(ann.heard(), ["From S to XL", "There you are!"]);

  async function reasonOf(): Promise<string | null> {
    const { reason } = await node.deps.db.get<{ reason: string | null }>(sql`
      select unreachable as reason from customers where page_id = ${pageId} and psid = ${ann.psid}`);
    return reason;
  }
});

test("a message that the customer takes back is forgotten", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("sizes");
  await standIn.waitFor(1);

  await ann.unsend();

  const texts = () =>
    node.deps.db.many<{ text: string }>(sql`
      select event ->> 'text' as text from turns where page_id = ${pageId} and event ->> 'type' = 'message'`);
  await until(async () => (await texts()).every(({ text }) => text === ""));
  assert.equal((await texts()).length, 1);
});

test("places and pictures of customers are kept", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const ann = standIn.person(1);

  await ann.sendPlace({ title: "Ben Thanh", address: "District 1", latitude: 10.772, longitude: 106.698 });
  await ann.send("image", { bytes: Buffer.from("a picture"), contentType: "image/jpeg" });

  await until(async () => (await listAttachments(node, pageId, ann.psid)).length === 2);
  const [place, picture] = await listAttachments(node, pageId, ann.psid);
  assert.deepEqual(place, {
    ...{ type: "location", url: "https://www.google.com/maps?q=10.772,106.698" },
    ...{ latitude: 10.772, longitude: 106.698, title: "Ben Thanh", address: "District 1" },
  });
  const answer = await fetch(picture?.url?.replace(/^.*\/media/, `${node.baseUrl}/media`) ?? "");
  assert.deepEqual([answer.headers.get("content-type"), await answer.text()], ["image/jpeg", "a picture"]);
});

test("a forged webhook is refused, and events of no use are accepted and ignored", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const ann = standIn.person(1);
  const forged = await fetch(`${node.baseUrl}/webhooks/${pageId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-line-signature": `${"A".repeat(43)}=` },
    body: JSON.stringify({ destination: standIn.channel.userId, events: [ann.saying("hello")] }),
  });

  const statuses = await standIn.post(
    { ...ann.saying("hello"), mode: "standby" },
    { ...ann.saying("hello"), source: { type: "group", groupId: "C1", userId: ann.userId } },
    { ...ann.saying("hello"), type: "beacon" },
  );

  assert.equal(forged.status, 401);
  assert.deepEqual(statuses, [200, 200, 200]);
  assert.equal(await countMail(node.deps.db, pageId), 0);
});

test("the owner hears when LINE suspends the account, and when it lets it go on", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const about = (type: string) => ({
    ...standIn.person(1).saying(""),
    ...{ type, source: undefined, message: undefined, replyToken: undefined },
  });
  const { db } = node.deps;
  const restriction = async () => (await findPlatformAccount(db, pageId))?.restriction;

  await standIn.post(about("botSuspended"), about("botSuspended"));
  assert.match((await restriction()) ?? "", /^LINE has suspended the account/);
  await standIn.post(about("botResumed"));

  assert.equal(await restriction(), null);
  const told = await db.many<{ text: string }>(sql`
    select text from notifications where page_id = ${pageId} and kind = 'platform' order by id`);
  assert.deepEqual(
    told.map(({ text }) => text),
    [
      "LINE has suspended the account: nothing can be sent until LINE ends this.",
      "LINE lets the account send messages again.",
    ],
  );
});

/** The stand-in, as the scenario for all platforms needs it. */
function platformOf(standIn: Line): Platform {
  const settings = settingsFor(standIn);
  const pageId = `ln_${standIn.channel.id}`;
  return {
    pageId,
    settings,
    connect: async (baseUrl) => line.account?.connect(Settings.parse(settings), `${baseUrl}/webhooks/${pageId}`),
    customer(number) {
      const person = standIn.person(number);
      return {
        ...person,
        follow: (link) => person.say(decodeURIComponent(new URL(link).search.slice(1))),
        async sayInDisorder(...texts) {
          const events = texts.map(person.saying);
          await standIn.post(...events.toReversed());
          await Promise.all([...events, ...events].map((event) => standIn.post(event)));
        },
      };
    },
    failNext(trouble) {
      standIn.trouble = ({ route }) => {
        if (!route.startsWith("POST /v2/bot/message/")) return undefined;
        standIn.trouble = () => undefined;
        return trouble === "throttle" ? { refuse: tooMany } : { reset: true };
      };
    },
    written: standIn.written,
    until: standIn.until,
    takenAt: standIn.takenAt,
    countRefused: () => standIn.refused.length,
    countTyping: () => standIn.calls.filter(({ route }) => route.endsWith("/loading/start")).length,
  };
}

const tooMany = {
  status: 429,
  message: "The API rate limit has been exceeded. Try again later.",
  headers: { "retry-after": "1" },
};

async function converse(t: Test, file: Partial<PageFile> = {}) {
  const standIn = await startLine(t);
  return { standIn, ...(await aConversation(t, "line", platformOf(standIn), { file })) };
}

type Send = { pageId: string; token: string; psid: string; text: string };

async function sendText(baseUrl: string, { pageId, token, psid, text }: Send): Promise<number> {
  const url = `${baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`;
  const data = { version: "v2", content: { messages: [{ type: "text", text }] } };
  const headers = { "content-type": "application/json", "access-token": token };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify({ psid, data }) })).status;
}

function messagesOf(db: Pick<Database, "many">, pageId: string) {
  return db.many<{
    status: string;
    errorCode: string | null;
    possibleDuplicate: boolean;
    platformId: string | null;
  }>(sql`
    select status, error_code, possible_duplicate, platform_id from messages where page_id = ${pageId} order by id`);
}
