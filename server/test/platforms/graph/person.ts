import { createHmac } from "node:crypto";
import type { Graph, Item, Person, Sent } from "./stand-in.ts";

let count = 0;
export const newMid = () => `m_${Date.now().toString(36)}${(++count).toString(36)}`;

export function personOf(graph: Graph, id: string): Omit<Person, "comment"> {
  const isInstagram = graph.kind !== "messenger";
  const item = (content: Item): Item => ({
    sender: { id },
    recipient: { id: graph.accountId },
    timestamp: graph.now(),
    ...content,
  });
  const act = (content: Item) => {
    graph.people.set(id, { ...graph.people.get(id), wroteAt: graph.now() });
    return item(content);
  };
  const psid = psidOn(graph, id);
  const writing = (message: Item) => {
    const mid = newMid();
    graph.written.add(mid, psid, String(message.text ?? ""));
    return act({ message: { mid, ...message } });
  };
  const saying = (text: string) => writing({ text });
  const mine = () => graph.sent.filter(({ request }) => request.recipient.id === id);

  return {
    id,
    psid,
    saying,
    say: (text) => graph.post(saying(text)),
    send: (message) => graph.post(writing(message)),
    async press(title) {
      const { payload, isReply } = findPressable(graph, mine(), title);
      if (isReply) return graph.post(act({ message: { mid: newMid(), text: title, quick_reply: { payload } } }));
      return graph.post(act({ postback: { mid: newMid(), title, payload } }));
    },
    follow(link) {
      const { host, searchParams } = new URL(link);
      if (host !== (isInstagram ? "ig.me" : "m.me")) throw new Error(`${link} does not lead to this platform.`);
      // Meta passes on only these characters.
      const ref = (searchParams.get("ref") ?? "").replaceAll(/[^A-Za-z0-9_=-]/g, "");
      const referral = { ref, source: isInstagram ? "IGME-SOURCE-LINK" : "SHORTLINK", type: "OPEN_THREAD" };
      const isNew = graph.people.get(id)?.wroteAt === undefined;
      const { get_started: start } = graph.profile as { get_started?: { payload: string } };
      if (!isNew || !start) return graph.post(act({ referral }));
      return graph.post(act({ postback: { mid: newMid(), title: "Get Started", payload: start.payload, referral } }));
    },
    react(emoji) {
      // Meta sends the events of subscribed fields only. Without any, the app's dashboard has all of them.
      const { subscribed } = graph;
      if (subscribed.length > 0 && !subscribed.includes("message_reactions")) return Promise.resolve([]);
      const mid = mine().at(-1)?.mid;
      return graph.post(act({ reaction: { reaction: "other", emoji, action: "react", mid } }));
    },
    read() {
      const last = mine().at(-1);
      return graph.post(item({ read: isInstagram ? { mid: last?.mid } : { watermark: graph.now() } }));
    },
    heard: () => mine().map(({ request }) => wordsIn(request)),
    quoted: () => mine().map(({ request }) => graph.written.textOf(request.reply_to?.mid)),
  };
}

export const psidOn = ({ kind }: Graph, id: string) => (kind === "messenger" ? id : `ig_${id}`);

/** Posts one signed webhook of the account. Resolves with the status of the answer. */
export async function postSigned(graph: Graph, items: Item[] | Item, list = "messaging"): Promise<number> {
  const object = graph.kind === "messenger" ? "page" : "instagram";
  const content = Array.isArray(items) ? { [list]: items } : items;
  const body = JSON.stringify({ object, entry: [{ id: graph.accountId, time: graph.now(), ...content }] })
    // Meta escapes everything beyond ASCII.
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const signature = createHmac("sha256", graph.appSecret).update(body).digest("hex");
  const { status } = await fetch(graph.webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
    body,
  });
  return status;
}

/** The echo of a message of the page, which Meta sends to all apps. On Instagram it does not name the app. */
export function echoOf(
  graph: Graph,
  to: string,
  { mid, message, appId }: { mid: string; message: Item; appId?: number },
): Item {
  const { text, metadata } = message;
  const whose = graph.kind === "messenger" ? { app_id: appId, ...(metadata !== undefined && { metadata }) } : {};
  return {
    sender: { id: graph.accountId },
    recipient: { id: to },
    timestamp: graph.now(),
    message: { is_echo: true, mid, ...whose, ...(text !== undefined && { text }) },
  };
}

type Button = { title: string; payload?: string };
type Shown = {
  text?: string;
  quick_replies?: Button[];
  attachment?: {
    type: string;
    payload: { text?: string; buttons?: Button[]; elements?: { title: string; buttons?: Button[] }[]; url?: string };
  };
};

function wordsIn({ message }: Sent["request"]): string {
  const { text, attachment } = (message ?? {}) as Shown;
  const { payload } = attachment ?? {};
  return text ?? payload?.text ?? payload?.elements?.map(({ title }) => title).join(" | ") ?? payload?.url ?? "";
}

function findPressable(graph: Graph, sent: Sent[], title: string): { payload: string; isReply: boolean } {
  for (const { request } of sent.toReversed()) {
    const { quick_replies = [], attachment } = (request.message ?? {}) as Shown;
    const buttons = [
      ...(attachment?.payload.buttons ?? []),
      ...(attachment?.payload.elements ?? []).flatMap((card) => card.buttons ?? []),
    ];
    for (const [list, isReply] of [
      [quick_replies, true],
      [buttons, false],
    ] as const) {
      const found = list.find((button) => button.title === title);
      if (found?.payload !== undefined) return { payload: found.payload, isReply };
    }
  }
  const { ice_breakers = [], persistent_menu = [] } = graph.profile as Record<string, { call_to_actions: Item[] }[]>;
  const offer = [...ice_breakers, ...persistent_menu]
    .flatMap((each) => each.call_to_actions)
    .find((each) => (each.question ?? each.title) === title);
  if (offer) return { payload: String(offer.payload), isReply: false };
  throw new Error(`There is no ${title} to press.`);
}
