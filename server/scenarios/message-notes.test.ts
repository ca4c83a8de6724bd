import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import type { Database } from "../store/db/db.ts";
import { sql } from "../store/db/sql.ts";
import { aFlow, aKeyword } from "../test/builders.ts";
import { testSecretKey } from "../test/database/keys.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import { platformOf } from "../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../test/until.ts";

test("parts that WhatsApp cannot show are noted with the message and shown by `why`", async (t) => {
  const { whatsapp, ann, messages, why } = await converse(t);

  await ann.say("choose");
  await whatsapp.waitFor(2);
  await until(async () => (await messages())[0]?.status === "sent");

  const [message] = await messages();
  assert.deepEqual(message?.notes, [
    { change: "as_text", part: "button", title: "Call us" },
    { change: "as_list", part: "quick_replies" },
    { change: "apart", part: "quick_reply", title: "Colour 11" },
  ]);
  const lines = await why(message.id);
  const isAttempt = (line: string) => /^[0-9-]{10}T.*Z: sent\.$/.test(line);
  assert.equal(lines.filter(isAttempt).length, 1);
  assert.deepEqual(
    lines.filter((line) => !isAttempt(line)),
    [
      "The customer wrote “choose”.",
      "The keyword Says choose matched (exact): it leads to the flow Choose.",
      "So the flow was started.",
      "Step “Which colour?”: went on.",
      "The messaging window was open: the customer had written less than 24 hours before.",
      "The run of the flow Choose came to its end.",
      "The button “Call us” is shown as a line of text: WhatsApp has no such button here.",
      "The quick replies are shown as a list: WhatsApp has no room for so many.",
      "The quick reply “Colour 11” is in a message of its own: WhatsApp has no room for so many.",
    ],
  );
  assert.deepEqual((await why(message.id, "--language", "vi")).slice(-3, -2), [
    "Nút “Call us” được hiện thành một dòng chữ: ở đây WhatsApp không có loại nút này.",
  ]);
});

test("a message that is shown as it was made has no notes", async (t) => {
  const { whatsapp, ann, messages } = await converse(t);

  await ann.say("hello");
  await ann.say("choose");
  await whatsapp.waitFor(3);
  await until(async () => (await messages()).every(({ status }) => status === "sent"));

  assert.deepEqual(
    (await messages()).map(({ notes }) => notes?.length ?? null),
    [null, 3],
  );
});

test("failed messages and messages that WhatsApp reports before its answer have notes too", async (t) => {
  const { whatsapp, ann, messages, failNext } = await converse(t);
  whatsapp.reports = ["sent"];
  failNext("lost_answer");
  await ann.say("choose");
  await until(async () => (await messages())[0]?.status === "sent");
  whatsapp.trouble = () => ({ refuse: { code: 131026 } });

  await ann.say("choose");
  await until(async () => (await messages())[1]?.status === "failed");

  assert.deepEqual(
    (await messages()).map(({ notes }) => notes?.length),
    [3, 3],
  );
});

const choose = {
  name: "Choose",
  published: true,
  document: {
    version: 1,
    start: "a",
    steps: {
      a: {
        type: "message",
        content: {
          messages: [
            {
              type: "text",
              text: "Which colour?",
              buttons: [{ type: "call", title: "Call us", phone: "+842812345678" }],
            },
          ],
          quick_replies: Array.from({ length: 11 }, (_, index) => ({ type: "text", caption: `Colour ${index + 1}` })),
        },
        next: null,
      },
    },
  },
};

const cli = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

async function converse(t: Test) {
  const whatsapp = await startWhatsapp(t);
  const file = {
    flows: [aFlow("Hello"), choose],
    keywords: [aKeyword("hello", "Hello"), aKeyword("choose", "Choose")],
    main_menu: [],
    tools: [],
  };
  const { node, pageId, customer, failNext } = await aConversation(t, "whatsapp", platformOf(whatsapp), { file });
  const { db } = node.deps;
  const { url } = db as Database;
  return {
    whatsapp,
    failNext,
    ann: customer(1),
    messages: () =>
      db.many<{ id: number; status: string; notes: RenderNote[] | null }>(sql`
        select id, status, notes from messages where page_id = ${pageId} order by id`),
    /** The output of the command. */
    async why(messageId: number, ...options: string[]): Promise<string[]> {
      const args = ["--disable-proto=delete", cli, "why", String(messageId), "--page", pageId, ...options];
      const env = { PATH: process.env.PATH, DATABASE_URL: url, SECRET_KEY: testSecretKey };
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      return stdout.trimEnd().split("\n");
    },
  };
}
