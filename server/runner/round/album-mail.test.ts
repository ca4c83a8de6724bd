import assert from "node:assert/strict";
import { test } from "node:test";
import type { Attachment } from "@banter/core/flow/event.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { line } from "../../channels/line/index.ts";
import { telegram } from "../../channels/telegram/index.ts";
import type { Database } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aPageFile } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { settingsFor, startLine } from "../../test/platforms/line/line.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { shop } from "../../test/platforms/shop.ts";
import { startTelegram } from "../../test/platforms/telegram/telegram.ts";
import { until } from "../../test/until.ts";

type Person = { psid: string; say(text: string): Promise<void>; heard(): string[] };

/** Customers of a page on a platform that sends each picture of an album as a message. */
type Albums = {
  pageId: string;
  settings: object;
  connect(baseUrl: string): Promise<void>;
  ann: Person;
  /** The webhooks of an album with that many pictures, the last one with the caption, if the platform has captions. */
  album(pictures: number, caption?: string): (() => Promise<unknown>)[];
};

const platforms = {
  async telegram(t: Test): Promise<Albums> {
    const standIn = await startTelegram(t);
    const settings = { botToken: standIn.bot.token, botName: standIn.bot.username, apiUrl: standIn.origin };
    const pageId = `tg_${standIn.bot.id}`;
    const ann = standIn.person(1);
    return {
      ...{ pageId, settings, ann },
      connect: async (baseUrl) =>
        telegram.account?.connect(telegram.settings.parse(settings), `${baseUrl}/webhooks/${pageId}`),
      album: (pictures, caption) =>
        partsOf(pictures, (id, isLast) => {
          const photo = [{ file_id: id, file_unique_id: `u${id}`, width: 90, height: 90 }];
          const update = ann.sending({ photo, media_group_id: "13", ...(isLast && caption && { caption }) });
          return () => standIn.post(update);
        }),
    };
  },

  async line(t: Test): Promise<Albums> {
    const standIn = await startLine(t);
    const settings = settingsFor(standIn);
    const pageId = `ln_${standIn.channel.id}`;
    const ann = standIn.person(1);
    return {
      ...{ pageId, settings, ann },
      connect: async (baseUrl) => line.account?.connect(line.settings.parse(settings), `${baseUrl}/webhooks/${pageId}`),
      album: (pictures) =>
        partsOf(pictures, (id) => {
          const imageSet = { id: "E005D41A7288F41B65593ED38FF6E9834B046AB36A37921A56BC236F13A91855", total: pictures };
          const message = { id, type: "image", imageSet, contentProvider: { type: "line" } };
          const event = { ...ann.saying(""), message };
          return () => standIn.post(event);
        }),
    };
  },
};

function partsOf<Part>(count: number, make: (id: string, isLast: boolean) => Part): Part[] {
  return Array.from({ length: count }, (_, index) => make(`90000000${index}`, index === count - 1));
}

for (const [name, start] of Object.entries(platforms)) {
  test(`${name}: an album is one message with one answer, in whatever order its pictures arrive`, async (t) => {
    const { ann, album, messages } = await converse(t, start);
    await ann.say("sizes");
    await until(() => ann.heard().length === 1);

    const [first, second, third] = album(3);
    await third?.();
    await first?.();
    await second?.();
    await ann.say("sizes");

    await until(() => ann.heard().length === 3);
    const [, pictures, ...others] = await messages();
    const keys = pictures?.attachments?.map(({ key }) => key) ?? [];
    assert.equal(keys.length, 3);
    assert.deepEqual(keys, keys.toSorted(), "in the order in which they were sent");
    assert.deepEqual(
      others.map(({ text }) => text),
      ["sizes"],
    );
    assert.deepEqual(ann.heard(), ["From S to XL", "Nice!", "From S to XL"]);
  });

  test(`${name}: an album that was accepted before the server stopped is answered once by the next`, async (t) => {
    const { ann, album, node, messages } = await converse(t, start);
    await ann.say("sizes");
    await until(() => ann.heard().length === 1);
    for (const post of album(3)) await post();

    await node.stop();
    await testNode(t, {}, node.deps.db as Database);

    await until(() => ann.heard().length === 2);
    assert.deepEqual(
      (await messages()).map(({ attachments = [] }) => attachments.length),
      [0, 3],
    );
    assert.deepEqual(ann.heard(), ["From S to XL", "Nice!"]);
  });

  test(`${name}: a picture that arrives after its album was answered is kept, and starts nothing`, async (t) => {
    const { ann, album, messages } = await converse(t, start);
    await ann.say("sizes");
    await until(() => ann.heard().length === 1);
    const [first, second, third] = album(3);
    await first?.();
    await second?.();
    await until(() => ann.heard().length === 2);

    await third?.();

    await until(async () => (await messages()).length === 3);
    assert.deepEqual(
      (await messages()).map(({ attachments = [] }) => attachments.length),
      [0, 2, 1],
    );
    await ann.say("sizes");
    await until(() => ann.heard().length === 3);
    assert.deepEqual(ann.heard(), ["From S to XL", "Nice!", "From S to XL"]);
  });
}

test("the caption of an album leads to its flow, whichever picture has it", async (t) => {
  const { ann, album } = await converse(t, platforms.telegram);
  await ann.say("hello");
  await until(() => ann.heard().length === 2);

  for (const post of album(3, "sizes")) await post();

  await until(() => ann.heard().length === 3);
  assert.deepEqual(ann.heard(), ["One", "Two", "From S to XL"]);
});

test("a picture that the customer takes back leaves the others of its album", async (t) => {
  const standIn = await startLine(t);
  const settings = settingsFor(standIn);
  const pageId = `ln_${standIn.channel.id}`;
  const { node } = await aConversation(t, "line", {
    ...{ pageId, settings },
    connect: async (baseUrl) => line.account?.connect(line.settings.parse(settings), `${baseUrl}/webhooks/${pageId}`),
  });
  const ann = standIn.person(1);
  const picture = (id: string) => ({
    ...ann.saying(""),
    message: { id, type: "image", imageSet: { id: "E005" }, contentProvider: { type: "line" } },
  });
  const takenBack = (messageId: string) => {
    return { ...ann.saying(""), type: "unsend", message: undefined, replyToken: undefined, unsend: { messageId } };
  };
  const stored = () => listMessages(node.deps.db, pageId);
  await standIn.post(picture("901"), picture("902"), picture("903"));
  await until(async () => (await stored()).length === 1);
  const keys = async () => (await stored())[0]?.attachments?.map(({ key }) => key);

  await standIn.post(takenBack("901"));
  await until(async () => (await keys())?.length === 2);
  assert.deepEqual(await keys(), ["902", "903"]);

  await standIn.post(takenBack("903"), takenBack("902"));
  await until(async () => (await stored())[0]?.isDeleted === true);
  assert.deepEqual(await stored(), [{ type: "message", text: "", key: "901", isDeleted: true }]);
});

type Message = { type: string; text: string; attachments?: Attachment[]; key?: string; isDeleted?: true };

async function converse(t: Test, start: (t: Test) => Promise<Albums>) {
  const { ann, album, ...platform } = await start(t);
  const type = platform.pageId.startsWith("tg_") ? "telegram" : "line";
  const page = { ...aPageFile().page, default_reply: "Nice", default_reply_seconds: 1 };
  const flows = [...shop.flows, aFlow("Nice", "Nice!")];
  const { node, pageId } = await aConversation(t, type, platform, { file: { page, flows } });
  return { ann, album, node, messages: () => listMessages(node.deps.db, pageId) };
}

async function listMessages(db: Pick<Database, "many">, pageId: string): Promise<Message[]> {
  const turns = await db.many<{ event: Message }>(sql`
    select event from turns where page_id = ${pageId} and event ->> 'type' = 'message' order by id`);
  return turns.map(({ event }) => event);
}
