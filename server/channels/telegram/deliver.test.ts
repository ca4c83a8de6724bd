import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NoAnswer } from "../../outbound/no-answer.ts";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";
import { tooMany } from "../../test/platforms/telegram/faults.ts";
import type { Telegram, Trouble } from "../../test/platforms/telegram/stand-in.ts";
import { startTelegram } from "../../test/platforms/telegram/telegram.ts";
import { acknowledge, deliver, showTyping } from "./deliver.ts";
import type { TelegramCall } from "./render.ts";
import { Settings } from "./settings.ts";

const settingsOf = ({ origin, bot }: Telegram): Settings =>
  Settings.parse({ botToken: bot.token, botName: bot.username, apiUrl: origin });
const text = (chat_id: number, words = "Hello"): TelegramCall => ({
  method: "sendMessage",
  body: { chat_id, text: words },
});
const isA = (failure: SendFailure) => (error: unknown) => error instanceof SendError && error.failure === failure;

/** A stand-in that person 777 has started a chat with. */
async function startedTelegram(t: Parameters<typeof startTelegram>[0]): Promise<Telegram> {
  const telegram = await startTelegram(t);
  telegram.person(777).saying("hello");
  return telegram;
}

test("a message is sent and its id returned", async (t) => {
  const telegram = await startedTelegram(t);

  const { platformId, notes } = await deliver(text(777), settingsOf(telegram));

  assert.deepEqual(telegram.sent, [{ ...text(777), chatId: 777, messageId: Number(platformId) }]);
  assert.equal(notes, undefined);
});

const refusals: { name: string; refuse: NonNullable<Trouble["refuse"]>; failure: SendFailure }[] = [
  { name: "too many requests", refuse: tooMany(7), failure: "throttled" },
  { name: "a group moved", refuse: { code: 400, description: "Bad Request", migrateTo: -1 }, failure: "rejected" },
  { name: "a fault", refuse: { code: 500, description: "Internal Server Error" }, failure: "platform_error" },
  { name: "an outage", refuse: { code: 502, description: "Bad Gateway" }, failure: "platform_error" },
];
for (const { name, refuse, failure } of refusals) {
  test(`the refusal ${name} is ${failure}`, async (t) => {
    const telegram = await startedTelegram(t);
    telegram.trouble = () => ({ refuse });

    const error = await deliver(text(777), settingsOf(telegram)).catch((error) => error);

    assert.ok(isA(failure)(error));
    assert.equal(error.retryAfterSeconds, refuse.retryAfter);
  });
}

test("a customer who blocked the bot, left, never pressed Start or does not exist cannot be reached", async (t) => {
  const telegram = await startTelegram(t);
  telegram.person(1).leave();
  telegram.person(2);

  for (const chat of [1, 2, 3])
    await assert.rejects(deliver(text(chat), settingsOf(telegram)), isA("blocked_by_customer"));

  assert.deepEqual(
    telegram.refused.map(({ code, description }) => `${code} ${description}`),
    [
      "403 Forbidden: user is deactivated",
      "403 Forbidden: bot can't initiate conversation with a user",
      "400 Bad Request: chat not found",
    ],
  );
});

test("a revoked or invented token is an error of the settings, and no error quotes it", async (t) => {
  const telegram = await startedTelegram(t);

  for (const botToken of ["42:AARevokedRevokedRevokedRevoked", "not a token"]) {
    const error = await deliver(text(777), { ...settingsOf(telegram), botToken }).catch((error) => error);
    assert.ok(isA("bad_settings")(error));
    assert.ok(!error.message.includes(botToken));
  }
});

test("after a missing, partial or foreign response the message may have arrived", async (t) => {
  const telegram = await startedTelegram(t);
  const troubles: Trouble[] = [{ reset: true }, { raw: { status: 200, body: "<html>" } }];
  telegram.trouble = () => troubles.shift();

  await assert.rejects(deliver(text(777), settingsOf(telegram)), isA("timeout"));
  await assert.rejects(deliver(text(777), settingsOf(telegram)), isA("timeout"));

  assert.equal(telegram.sent.length, 1);
});

test("a message without a response may have arrived", async (t) => {
  const telegram = await startedTelegram(t);
  telegram.trouble = () => ({ hang: true });

  await assert.rejects(deliver(text(777), settingsOf(telegram)), isA("timeout"));

  assert.equal(telegram.sent.length, 1);
});

test("an unreachable server is worth a retry", async () => {
  const settings = Settings.parse({
    botToken: "42:AATokenOfNobody123456789",
    botName: "shop",
    apiUrl: "http://127.0.0.1:1",
  });

  await assert.rejects(deliver(text(777), settings), isA("unreachable"));
});

test("a picture that Telegram cannot fetch is sent as its address with the buttons, and noted", async (t) => {
  const telegram = await startedTelegram(t);
  telegram.unfetchable.add("https://cdn.example/gone.jpg");
  const reply_markup = { inline_keyboard: [[{ text: "More", callback_data: "b1.0" }]] };

  const { notes } = await deliver(
    {
      method: "sendPhoto",
      body: { chat_id: 777, photo: "https://cdn.example/gone.jpg", reply_markup },
      instead: { method: "sendMessage", body: { chat_id: 777, text: "https://cdn.example/gone.jpg", reply_markup } },
    },
    settingsOf(telegram),
  );

  assert.equal(telegram.refused[0]?.description, "Bad Request: failed to get HTTP URL content");
  assert.deepEqual(telegram.sent[0]?.body, { chat_id: 777, text: "https://cdn.example/gone.jpg", reply_markup });
  assert.deepEqual(notes, [{ change: "as_text", part: "image", title: "gone.jpg" }]);
});

const photo = { type: "photo", media: "https://cdn.example/1.jpg" } as const;
const gone = { type: "photo", media: "https://cdn.example/gone.jpg" } as const;

test("an album is one call, and each of its messages has an id", async (t) => {
  const telegram = await startedTelegram(t);
  const album: TelegramCall = { method: "sendMediaGroup", body: { chat_id: 777, media: [photo, photo] }, further: 2 };

  const { platformId } = await deliver(album, settingsOf(telegram));

  assert.equal(platformId, telegram.sent.map(({ messageId }) => messageId).join(" "));
  assert.deepEqual(
    telegram.calls.map(({ method }) => method),
    ["sendMediaGroup"],
  );
});

test("an album with a picture that Telegram cannot fetch is not sent, and says how many calls show its parts", async (t) => {
  const telegram = await startedTelegram(t);
  telegram.unfetchable.add(gone.media);
  const album: TelegramCall = { method: "sendMediaGroup", body: { chat_id: 777, media: [photo, gone] }, further: 2 };

  const delivered = await deliver(album, settingsOf(telegram));

  assert.deepEqual(delivered, { platformId: null, further: 2, notes: [{ change: "as_messages", part: "album" }] });
  assert.deepEqual(telegram.sent, []);
});

const round: TelegramCall = {
  method: "sendVideoNote",
  body: { chat_id: 777, video_note: "https://cdn.example/hello.mp4", reply_markup: { remove_keyboard: true } },
  instead: { method: "sendVideo", body: { chat_id: 777, video: "https://cdn.example/hello.mp4" } },
};

test("a round video is fetched and uploaded", async (t) => {
  const telegram = await startedTelegram(t);

  const { platformId } = await deliver(round, settingsOf(telegram), {
    fetch: async (url) => Buffer.from(`the video at ${url}`),
  });

  const video_note = "upload of 42 bytes";
  const reply_markup = { remove_keyboard: true };
  assert.deepEqual(telegram.sent[0]?.body, { chat_id: 777, video_note, reply_markup });
  assert.equal(platformId, String(telegram.sent[0]?.messageId));
});

test("a round video that cannot be fetched or is refused is sent as a plain one", async (t) => {
  const telegram = await startedTelegram(t);
  const isEmpty = { fetch: async () => Buffer.alloc(0) };
  const isAway = { fetch: () => Promise.reject(new NoAnswer("unreachable")) };

  for (const means of [isEmpty, isAway]) {
    const { notes } = await deliver(round, settingsOf(telegram), means);
    assert.deepEqual(notes, [{ change: "left_out", part: "round_video" }]);
  }

  assert.deepEqual(
    telegram.sent.map(({ method }) => method),
    ["sendVideo", "sendVideo"],
  );
});

test("the customer sees that an answer is being written", async (t) => {
  const telegram = await startedTelegram(t);

  await showTyping("tg_777", settingsOf(telegram));

  assert.deepEqual(telegram.calls, [{ method: "sendChatAction", body: { chat_id: 777, action: "typing" } }]);
});

test("a press is acknowledged; other updates, and presses acknowledged before, are ignored", async (t) => {
  const telegram = await startedTelegram(t);
  const press = { update_id: 1, callback_query: { id: "late", from: { id: 777, is_bot: false } } };

  await acknowledge(press, settingsOf(telegram));
  await acknowledge({ update_id: 2, message: {} }, settingsOf(telegram));

  assert.deepEqual(
    telegram.refused.map(({ method, description }) => [method, description]),
    [["answerCallbackQuery", "Bad Request: query is too old and response timeout expired or query ID is invalid"]],
  );
});

test("the stand-in takes messages one after another up to a limit", async (t) => {
  const telegram = await startedTelegram(t);
  const settings = settingsOf(telegram);

  for (let count = 0; count < 20; count++) await deliver(text(777), settings);
  // On a slow machine there is room for more by then.
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => deliver(text(777), settings)));
  const error = results.find((result) => result.status === "rejected")?.reason;

  assert.ok(isA("throttled")(error));
  assert.equal(error.retryAfterSeconds, 1);
});

test("the stand-in refuses calls that Telegram would refuse, and our own mistakes", async (t) => {
  const telegram = await startedTelegram(t);
  const call = async (method: string, body: object) => {
    const response = await fetch(`${telegram.origin}/bot${telegram.bot.token}/${method}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { description?: string }).description;
  };
  const cases: [string, object, string][] = JSON.parse(
    readFileSync(new URL("../../test/platforms/telegram/refusals.json", import.meta.url), "utf8"),
  );

  for (const [method, body, description] of cases) {
    const long = JSON.parse(JSON.stringify(body), (_, value) => {
      const [, kind, count] = /^(x|photos)(\d+)$/.exec(value) ?? [];
      if (kind === "x") return "x".repeat(Number(count));
      return kind === "photos" ? Array.from({ length: Number(count) }, () => photo) : value;
    });
    assert.equal(await call(method, long), description);
  }
  assert.deepEqual([telegram.calls, telegram.sent], [[], []]);
});
