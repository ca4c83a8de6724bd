import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { readConfig } from "../config/config.ts";
import { tryConnection } from "../domain/connect/connecting.ts";
import { mediaPathOf } from "../domain/media/addresses.ts";
import { storeUpload } from "../domain/media/upload.ts";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { listNewestHistory } from "../store/runtime/history.ts";
import { aKeyword, aPage, aPageFile } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { platformOn } from "../test/platforms/graph/driver.ts";
import { startMessenger } from "../test/platforms/messenger.ts";
import { aConversation, type Conversation } from "../test/platforms/scenario.ts";
import { startTelegram } from "../test/platforms/telegram/telegram.ts";
import { platformOf } from "../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../test/platforms/whatsapp/whatsapp.ts";
import { aPng } from "../test/sample-files.ts";
import { until } from "../test/until.ts";
import { aVisitor } from "../test/visitor.ts";

const media = { ...readConfig({}).media, baseUrl: "https://files.example" };
const picture = aPng();

type Started = Pick<Conversation, "node" | "pageId"> & {
  say(text: string): Promise<unknown>;
  /** Every call that the platform has accepted, as text. */
  calls(): string;
};

const platforms: Partial<Record<ChannelType, (t: Test) => Promise<Started>>> = {
  async messenger(t) {
    const started = await startMessenger(t);
    const { node, pageId, customer } = await aConversation(t, "messenger", platformOn(started), { media });
    return { node, pageId, say: customer(1).say, calls: () => JSON.stringify(started.graph.calls) };
  },
  async whatsapp(t) {
    const whatsapp = await startWhatsapp(t);
    const { node, pageId, customer } = await aConversation(t, "whatsapp", platformOf(whatsapp), { media });
    return { node, pageId, say: customer(1).say, calls: () => JSON.stringify(whatsapp.calls) };
  },
  async telegram(t) {
    const telegram = await startTelegram(t);
    const { bot, origin } = telegram;
    const settings = { botToken: bot.token, botName: bot.username, apiUrl: origin };
    const platform = { pageId: `tg_${bot.id}`, settings, connect: async () => {} };
    const { node, pageId } = await aConversation(t, "telegram", platform, { media });
    await tryConnection(node.deps, pageId, node.deps.channels.telegram ?? assert.fail(), settings);
    return { node, pageId, say: telegram.person(7).say, calls: () => JSON.stringify(telegram.calls) };
  },
};

for (const [type, start] of Object.entries(platforms))
  test(`${type}: a stored picture is sent by its public address`, async (t) => {
    const { node, pageId, say, calls } = await start(t);
    const path = await aStoredPicture(node.deps, pageId);
    await applyPageFile(node.deps, pageId, aPageFile(showing(path)), { prune: true });

    await say("menu");

    await until(() => calls().includes(`https://files.example${path}`));
    assert.doesNotMatch(calls(), new RegExp(`"${path}`));
  });

test("web chat shows a stored picture by its public address, and the history keeps it without a host", async (t) => {
  const node = await testNode(t, { media });
  const { pageId } = await aPage(node.deps);
  const path = await aStoredPicture(node.deps, pageId);
  await applyPageFile(node.deps, pageId, aPageFile(showing(path)), { prune: true });
  const visitor = await aVisitor(node.baseUrl, pageId);

  await visitor.say("menu");
  const heard = await visitor.hear((messages) => messages.length >= 3);

  const shown = heard.filter(({ from }) => from === "page");
  assert.deepEqual(
    shown.map((message) => ("url" in message ? message.url : message)),
    [`https://files.example${path}`, shown[1]],
  );
  assert.match(JSON.stringify(shown[1]), /"image_url":"https:\/\/files.example\/media/);
  const stored = JSON.stringify(await listNewestHistory(node.deps.db, pageId, visitor.psid, 10));
  assert.ok(stored.includes(`"url":"${path}"`));
});

async function aStoredPicture(deps: Conversation["node"]["deps"], pageId: string): Promise<string> {
  const upload = { name: "menu.png", declaredType: "image/png", length: undefined, body: Readable.from([picture]) };
  return mediaPathOf(deps, await storeUpload(deps, { pageId, userId: "ann", psid: null }, upload));
}

function showing(url: string) {
  const content = {
    messages: [
      { type: "image", url },
      { type: "cards", elements: [{ title: "Cake", subtitle: "Fresh", image_url: url }] },
    ],
  };
  const document = { version: 1, start: "a", steps: { a: { type: "message", content, next: null } } };
  return { flows: [{ name: "Menu", published: true, document }], keywords: [aKeyword("menu", "Menu")] };
}
