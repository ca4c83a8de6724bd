import { createHmac, randomUUID } from "node:crypto";
import type { Line, Message, Person, WebhookEvent } from "./stand-in.ts";

const minuteMs = 60_000;

/** The stand-in's own knowledge, which tests do not see. */
export type Accounts = {
  webhookUrl: string;
  people: Map<string, { displayName: string; language?: string; isBlocking: boolean }>;
  replyTokens: Map<string, { userId: string; until: number }>;
  /** Answers to pushes, by retry key. */
  acceptedKeys: Map<string, { sentMessages: { id: string }[] }>;
  lastTimestamp: number;
};

/** Posts an event to the webhook's address, signed. */
export async function postEvent({ channel }: Line, { webhookUrl }: Accounts, event: WebhookEvent): Promise<number> {
  if (webhookUrl === "") throw new Error("The channel has no webhook.");
  const body = JSON.stringify({ destination: channel.userId, events: [event] });
  const signature = createHmac("sha256", channel.secret).update(body).digest("base64");
  const headers = { "content-type": "application/json", "x-line-signature": signature };
  const { status } = await fetch(webhookUrl, { method: "POST", headers, body });
  return status;
}

export const userIdOf = (number: number) => `U${number.toString(16).padStart(32, "0")}`;

export function personOf(
  line: Line,
  accounts: Accounts,
  number: number,
  { displayName = "Ann", ...facts }: { displayName?: string; language?: string },
): Person {
  const userId = userIdOf(number);
  const become = (isBlocking: boolean) => accounts.people.set(userId, { displayName, ...facts, isBlocking });
  if (!accounts.people.has(userId)) become(false);
  let lastMessageId = "";

  const eventOf = (type: string, content: Record<string, unknown>, hasToken = true): WebhookEvent => {
    const replyToken = randomUUID().replaceAll("-", "");
    if (hasToken) accounts.replyTokens.set(replyToken, { userId, until: line.now() + minuteMs });
    accounts.lastTimestamp = Math.max(accounts.lastTimestamp + 1, line.now());
    return {
      type,
      mode: "active",
      timestamp: accounts.lastTimestamp,
      webhookEventId: randomUUID().replaceAll("-", "").slice(0, 26).toUpperCase(),
      deliveryContext: { isRedelivery: false },
      source: { type: "user", userId },
      ...(hasToken && { replyToken }),
      ...content,
    };
  };
  const deliver = async (event: WebhookEvent) => {
    for (let tries = 1; (await postEvent(line, accounts, event)) >= 300; tries++) {
      if (tries === 5) throw new Error("The webhook was refused five times.");
      await new Promise((resolve) => setTimeout(resolve, 100 * tries));
    }
  };
  const messageOf = (message: Record<string, unknown>) => {
    lastMessageId = String(message.id ?? Math.floor(Math.random() * 1e15));
    return eventOf("message", { message: { id: lastMessageId, ...message } });
  };
  const psid = `ln_${userId}`;
  const quotable = (text: string) => {
    const quoteToken = randomUUID();
    line.written.add(quoteToken, psid, text);
    return { quoteToken };
  };
  const saying = (text: string) => messageOf({ type: "text", ...quotable(text), text });
  const received = () => line.sent.filter((each) => each.userId === userId).map(({ message }) => message);

  return {
    userId,
    psid,
    heard: () => received().map(wordsOf),
    quoted: () => received().map(({ quoteToken }) => line.written.textOf(quoteToken)),
    say: (text) => deliver(saying(text)),
    send: (type, file) => {
      const { name = "file", bytes } = file;
      const kinds = {
        image: { contentProvider: { type: "line" }, ...quotable(name) },
        video: { contentProvider: { type: "line" }, ...quotable(name), duration: 2000 },
        audio: { contentProvider: { type: "line" }, duration: 2000 },
        file: { fileName: name, fileSize: bytes.length },
      };
      return deliver(messageOf({ type, id: line.files.keep(file), ...kinds[type] }));
    },
    sendPlace: (place = { latitude: 10.772, longitude: 106.698 }) => deliver(messageOf({ type: "location", ...place })),
    press: (label) => deliver(eventOf("postback", { postback: { data: dataOf(line, userId, label) } })),
    async addFriend() {
      const isUnblocked = accounts.people.get(userId)?.isBlocking ?? false;
      become(false);
      await deliver(eventOf("follow", { follow: { isUnblocked } }));
    },
    async block() {
      become(true);
      await deliver(eventOf("unfollow", {}, false));
    },
    unsend: () => deliver(eventOf("unsend", { unsend: { messageId: lastMessageId } }, false)),
    saying,
  };
}

const wordsOf = ({ text, altText, originalContentUrl }: Message) => text ?? altText ?? originalContentUrl ?? "";

/** The data of the newest action with that label. */
function dataOf({ sent }: Line, userId: string, label: string): string {
  for (const { message } of sent.filter((each) => each.userId === userId).toReversed()) {
    const action = actionsIn(message).find((each) => each.label === label);
    if (action?.type === "postback") return action.data;
    if (action) throw new Error(`${label} opens ${action.uri}.`);
  }
  throw new Error(`No message has a button ${label}.`);
}

type Action = { type: string; label: string; data: string; uri: string };

/** Actions stand at many places of a message: everything with a label is one. */
function actionsIn(value: unknown): Action[] {
  if (Array.isArray(value)) return value.flatMap(actionsIn);
  if (typeof value !== "object" || value === null) return [];
  return "label" in value ? [value as Action] : Object.values(value).flatMap(actionsIn);
}
