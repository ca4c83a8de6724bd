import assert from "node:assert/strict";
import { test } from "node:test";
import { startTelegram } from "./telegram/telegram.ts";
import { startWhatsapp } from "./whatsapp/whatsapp.ts";

const file = { bytes: Buffer.from("a picture"), contentType: "image/png" };

test("WhatsApp's file addresses last five minutes and need the token and a User-Agent", async (t) => {
  const whatsapp = await startWhatsapp(t);
  const id = whatsapp.files.keep(file);
  const good = { authorization: `Bearer ${whatsapp.accessToken}` };
  const described = await fetch(`${whatsapp.origin}/v25.0/${id}`, { headers: good });
  const { url, mime_type, file_size } = await described.json();
  const statusOf = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;

  assert.deepEqual([mime_type, file_size], ["image/png", 9]);
  assert.equal(await (await fetch(url, { headers: good })).text(), "a picture");
  assert.equal(await statusOf({}), 401);
  assert.equal(await statusOf({ authorization: "Bearer other" }), 401);
  assert.equal(await statusOf({ ...good, "user-agent": "" }), 500);
  assert.equal((await fetch(`${url}x`, { headers: good })).status, 404);
  whatsapp.now = () => Date.now() + 5 * 60_000 + 1;
  assert.equal(await statusOf(good), 404);
  assert.equal((await fetch(`${whatsapp.origin}/v25.0/${id}x`, { headers: good })).status, 400);
  assert.equal((await fetch(`${whatsapp.origin}/v25.0/${id}`)).status, 401);
});

test("Telegram's file paths last an hour and need the token", async (t) => {
  const telegram = await startTelegram(t);
  const { token } = telegram.bot;
  const getFile = async (file_id: string) => {
    const answer = await fetch(`${telegram.origin}/bot${token}/getFile`, {
      method: "POST",
      body: JSON.stringify({ file_id }),
    });
    return answer.json();
  };
  const { result } = await getFile(telegram.files.keep(file));
  const open = (token: string, path = result.file_path) => fetch(`${telegram.origin}/file/bot${token}/${path}`);

  assert.equal(result.file_size, 9);
  assert.equal(await (await open(token)).text(), "a picture");
  assert.equal((await open("43:AAOther")).status, 401);
  assert.equal((await open(token, "documents/other.png")).status, 404);
  telegram.now = () => Date.now() + 60 * 60_000 + 1;
  assert.equal((await open(token)).status, 404);
  assert.match((await getFile("unknown")).description, /^Bad Request: wrong file_id/);
  const large = telegram.files.keep({ ...file, size: 20 * 1024 * 1024 + 1 });
  assert.equal((await getFile(large)).description, "Bad Request: file is too big");
});
