import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type Channel, easiestFirst, emptyPage, newPage } from "./new-page.ts";

const channel = (type: Channel["type"], gives_id: boolean, ...settings: string[]) =>
  ({
    type,
    title: type,
    gives_id,
    login: null,
    settings: z.toJSONSchema(z.object(Object.fromEntries(settings.map((name) => [name, z.string()])))),
  }) as Channel;
const webchat = channel("webchat", true);
const telegram = channel("telegram", false, "botToken");
const messenger = channel("messenger", false, "pageToken");

test("channels without an account come first", () => {
  assert.deepEqual(
    easiestFirst([telegram, messenger, webchat]).map(({ type }) => type),
    ["webchat", "telegram", "messenger"],
  );
});

test("web chat needs nothing but a name", () => {
  assert.deepEqual(newPage({ ...emptyPage("webchat"), name: " Shop " }, webchat), { channel: "webchat", name: "Shop" });
});

test("the account id is read from the setting that contains it, else from its own input", () => {
  const bot = { ...emptyPage("telegram"), name: "Bot", typedId: "7", settings: { botToken: "42:AAF" } };
  const page = { ...emptyPage("messenger"), name: "Page", typedId: " 7 ", settings: { pageToken: "x" } };

  assert.equal(newPage(bot, telegram).platform_id, "42");
  assert.deepEqual(newPage(page, messenger), {
    channel: "messenger",
    name: "Page",
    platform_id: "7",
    settings: { pageToken: "x" },
  });
});
