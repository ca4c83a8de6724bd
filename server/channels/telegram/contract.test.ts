import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { InvoiceAction, OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { aServer } from "../../test/loopback-server.ts";
import { methods } from "../../test/platforms/telegram/methods.ts";
import { startTelegram } from "../../test/platforms/telegram/telegram.ts";
import { aRenderContext } from "../../test/render-context.ts";
import type { PageProfile } from "../channel.ts";
import { check, connect } from "./account.ts";
import { acknowledge, deliver, showTyping } from "./deliver.ts";
import { answer } from "./inbound/checkout.ts";
import { fetchMedia } from "./media.ts";
import { renderReaction } from "./own-reaction.ts";
import { setProfile } from "./profile.ts";
import { render, type TelegramCall } from "./render.ts";
import { Settings } from "./settings.ts";

/**
 * Our calls, checked against the Bot API's types in @grammyjs/types. They know every method, field and value; the
 * stand-in checks lengths, counts and forms of texts.
 */
type Call = { name: string; method: string; body: object };

test("every call has the form of the Bot API's types", async (t) => {
  const calls = [...messages(), ...expectedIn("keyboards"), ...expectedIn("albums"), ...(await callsBeside(t))];

  assert.deepEqual(faultsOf(t, calls), []);
  assert.deepEqual([...new Set(calls.map(({ method }) => method))].toSorted(), Object.keys(methods).toSorted());
});

const text = { chat_id: 777, text: "Hello" };
const button = { text: "More", callback_data: "b1.0" };
const wrong: [fault: string, method: string, body: object][] = [
  ["an unknown method", "sendMesage", text],
  ["an unknown field", "sendMessage", { ...text, quick_replies: [] }],
  ["a field of another method", "sendMessage", { ...text, caption: "Hello" }],
  ["no chat", "sendMessage", { text: "Hello" }],
  ["no text", "sendMessage", { chat_id: 777 }],
  ["a text that is a number", "sendMessage", { ...text, text: 5 }],
  ["a picture that is not named", "sendPhoto", { chat_id: 777, document: "https://cdn.example/1.jpg" }],
  ["a keyboard that is a text", "sendMessage", { ...text, reply_markup: JSON.stringify({ force_reply: true }) }],
  ["a row that is none", "sendMessage", { ...text, reply_markup: { inline_keyboard: [button] } }],
  ["two keyboards", "sendMessage", { ...text, reply_markup: { inline_keyboard: [[button]], keyboard: [["More"]] } }],
  ["an unknown field of a button", "sendMessage", markup({ ...button, payload: "b1.0" })],
  ["a button that does two things", "sendMessage", markup({ ...button, url: "https://shop.example/" })],
  ["a button that does nothing", "sendMessage", markup({ text: "More" })],
  ["an unknown action", "sendChatAction", { chat_id: 777, action: "thinking" }],
  ["an unknown update", "setWebhook", { url: "https://banter.example/", allowed_updates: ["messages"] }],
  ["an unknown menu", "setChatMenuButton", { menu_button: { type: "list" } }],
  ["a command without a description", "setMyCommands", { commands: [{ command: "hours" }] }],
  ["a field where there are none", "getMe", { chat_id: 777 }],
];

test("each fault in a call is found", (t) => {
  const calls = wrong.map(([name, method, body]) => ({ name, method, body }));

  const found = new Set(faultsOf(t, calls).map(({ name }) => name));

  assert.deepEqual(
    [...found],
    wrong.map(([name]) => name),
  );
});

function markup(button: object): object {
  return { ...text, reply_markup: { inline_keyboard: [[button]] } };
}

const context = aRenderContext("tg_777");

const anySettings = Settings.parse({
  providerToken: "284685063:TEST:NzE4",
  botToken: `42:${"a".repeat(35)}`,
  botName: "shop_bot",
});

/** Calls that the fixtures expect. */
function expectedIn(name: string): Call[] {
  const cases: { name: string; expect: TelegramCall[] }[] = JSON.parse(
    readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"),
  );
  return cases.flatMap(({ name, expect }) => expect.map(({ method, body }) => ({ name, method, body })));
}

/** Every message of the fixtures as it is rendered now, and its replacement if a file cannot be fetched. */
function messages(): Call[] {
  return givenIn<OutgoingMessage>("outbound").flatMap(({ name, given }) =>
    render(given, context, anySettings)
      .flatMap(withInstead)
      .map(({ method, body }) => ({ name, method, body })),
  );
}

function withInstead(call: TelegramCall): TelegramCall[] {
  return call.instead ? [call, ...withInstead(call.instead)] : [call];
}

function givenIn<Given>(name: string): { name: string; given: Given }[] {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));
}

const bill: InvoiceAction = {
  ...{ type: "invoice", title: "Coffee", description: "250 g", currency: "XTR" },
  prices: [{ label: "Coffee", amount: 50 }],
};
const anInvoice: OutgoingMessage = { type: "text", text: "Coffee", action: bill };
const sentInvoice = { psid: "tg_777", invoice: bill, ageMs: 0, isPaid: false };

/** Connecting, the profile, typing, acknowledging a press and fetching a file, as a stand-in received them. */
async function callsBeside(t: TestContext): Promise<Call[]> {
  const standIn = await startTelegram(t);
  const { token: botToken, username: botName } = standIn.bot;
  const settings = Settings.parse({ botToken, botName, apiUrl: standIn.origin });
  const page = await aServer(t, (_, response) => {
    const body = JSON.parse(page.seen.at(-1)?.body ?? "");
    void answer(body, settings, async () => sentInvoice).then(() => response.end());
    void acknowledge(body, settings);
  });
  const ann = standIn.person(777);
  const press = { type: "press", title: "More", target: null } as const;

  await connect(settings, `${page.origin}/webhooks/tg_42`);
  await check(settings, `${page.origin}/webhooks/tg_42`);
  for (const { given } of givenIn<PageProfile>("profile")) await setProfile(given, settings);
  await ann.say("Hello");
  await showTyping(ann.psid, settings);
  for (const call of render({ type: "text", text: "Hello", buttons: [press] }, context, settings)) {
    await deliver(call, settings);
  }
  await ann.press("More");
  const about = { id: 1, platformId: "77701" };
  for (const emoji of ["👍", null]) {
    for (const call of renderReaction({ type: "reaction", emoji, about }, context)) await deliver(call, settings);
  }
  for (const call of render(anInvoice, context, settings)) await deliver(call, settings);
  await ann.pay();
  const id = standIn.files.keep({ bytes: Buffer.from("a picture"), contentType: "image/jpeg" });
  const { bytes } = await fetchMedia({ id }, { signal: t.signal, range: null }, settings);
  bytes.destroy();

  return standIn.calls.map(({ method, body }) => ({ name: method, method, body }));
}

/** The compiler's errors for calls, each of which is a line of a program. */
function faultsOf(t: TestContext, calls: Call[]): { name: string; fault: string }[] {
  const folder = mkdtempSync(join(tmpdir(), "banter-bot-api-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const lines = calls.map(
    ({ method, body }, index) => `export const call${index}: Body<"${method}"> = ${JSON.stringify(body)};`,
  );
  writeFileSync(join(folder, "calls.ts"), [...lines, ...bodies].join("\n"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));

  const args = [compiler, "-p", folder, "--pretty", "false"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.ok(status === 0 || stdout !== "", `The compiler did not run: ${stderr}`);
  return stdout
    .split(/\n(?=\S)/)
    .filter((words) => words.trim() !== "")
    .map((words) => {
      const [, line, fault = words] = /^[^(]*calls\.ts\((\d+),\d+\): (.*)$/s.exec(words.trim()) ?? [];
      return { name: calls[Number(line) - 1]?.name ?? "the program", fault };
    });
}

/**
 * The types are unions that allow fields of several forms together: a button with an address and a payload would pass.
 * Here the fields of the other forms are forbidden, and all fields for a method without any.
 */
const bodies = [
  'import type { Opts } from "@grammyjs/types";',
  "type Methods = Opts<never>;",
  "type KeysOf<Union> = Union extends object ? keyof Union : never;",
  "type Exact<Form, All = Form> = Form extends readonly unknown[]",
  "  ? { [Key in keyof Form]: Exact<Form[Key]> }",
  "  : Form extends object",
  "    ? { [Key in keyof Form]: Exact<Form[Key]> } & { [Key in Exclude<KeysOf<All>, keyof Form>]?: never }",
  "    : Form;",
  "type Body<Method extends keyof Methods> = keyof Methods[Method] extends never",
  "  ? Record<string, never>",
  "  : Exact<Methods[Method]>;",
];

const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
const configuration = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ["esnext"],
    types: [],
    module: "preserve",
    // The program is outside the project, where packages are not found.
    paths: { "@grammyjs/types": [fileURLToPath(import.meta.resolve("@grammyjs/types")).replace(/\.js$/, ".d.ts")] },
  },
  files: ["calls.ts"],
};
