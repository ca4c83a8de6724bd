import type { Test } from "@banter/core/test/at-end.ts";
import { fileStore } from "../files.ts";
import { serveStandIn, watchChanges } from "../stand-in-server.ts";
import { writtenMessages } from "../written.ts";
import { answer, type Running } from "./answers.ts";
import { type Accounts, personOf, postEvent, userIdOf } from "./person.ts";
import type { Line } from "./stand-in.ts";

/** A stand-in for LINE's Messaging API with customers. Stricter than LINE if that reveals mistakes of ours. */
export async function startLine(t: Test, { port = 0, channelId = "2000123456" } = {}): Promise<Line> {
  const { changed, until } = watchChanges();
  const accounts: Accounts = {
    webhookUrl: "",
    people: new Map(),
    replyTokens: new Map(),
    acceptedKeys: new Map(),
    lastTimestamp: 0,
  };
  const line: Line = {
    origin: "",
    channel: {
      id: channelId,
      secret: "0123456789abcdef0123456789abcdef",
      token: "StandInTokenOfTheCornerShop/Channel+Access=",
      lineId: "@corner.shop",
      userId: userIdOf(0xb07),
    },
    sent: [],
    takenAt: [],
    calls: [],
    refused: [],
    trouble: () => undefined,
    usesWebhook: true,
    quota: null,
    files: fileStore(changed),
    written: writtenMessages(),
    now: () => Date.now(),
    person: (number, facts = {}) => personOf(line, accounts, number, facts),
    async post(...events) {
      const statuses: number[] = [];
      for (const event of events) statuses.push(await postEvent(line, accounts, event));
      return statuses;
    },
    async waitFor(count) {
      await until(() => line.sent.length >= count);
      return line.sent;
    },
    until,
  };
  const running: Running = { line, accounts, lastMessageId: 5000, changed };
  line.origin = await serveStandIn(t, port, (request, response) => answer(running, request, response));
  return line;
}

/** The settings of the page on the stand-in. */
export function settingsFor({ channel, origin }: Line) {
  const { secret: channelSecret, token: accessToken, lineId } = channel;
  return { channelSecret, accessToken, lineId, apiUrl: origin, dataUrl: origin };
}
