import type { Test } from "@banter/core/test/at-end.ts";
import { meter } from "../meter.ts";
import { serveStandIn, watchChanges } from "../stand-in-server.ts";
import { writtenMessages } from "../written.ts";
import { answer } from "./answers.ts";
import type { Running } from "./faults.ts";
import { telegramFiles } from "./files.ts";
import { personOf, webhookSender } from "./person.ts";
import type { Telegram } from "./stand-in.ts";

/** A stand-in for Telegram's Bot API with customers. Stricter than Telegram if that reveals mistakes of ours. */
export async function startTelegram(t: Test, { port = 0, botId = 42, lastUpdateId = 1000 } = {}): Promise<Telegram> {
  const bot = { id: botId, username: "corner_shop_bot", token: `${botId}:AAStandInTokenOfTheCornerShopBot1234` };
  const { changed, until } = watchChanges();
  const sender = webhookSender(bot, lastUpdateId);
  const telegram: Telegram = {
    origin: "",
    bot,
    sent: [],
    takenAt: [],
    calls: [],
    refused: [],
    trouble: () => undefined,
    unfetchable: new Set(),
    files: telegramFiles(bot.token, () => telegram.now(), changed),
    written: writtenMessages(),
    now: () => Date.now(),
    person: (id, facts) => personOf(telegram, sender, { id, ...facts }),
    post: (...updates) => sender.post(updates),
    async waitFor(count) {
      await telegram.until(() => telegram.sent.length >= count);
      return telegram.sent;
    },
    until,
  };
  const limits = { overall: meter(30, 30), perChat: new Map() };
  const running: Running = { telegram, sender, limits, lastMessageId: 1000, changed };
  telegram.origin = await serveStandIn(t, port, (request, response) => answer(running, request, response));
  return telegram;
}
