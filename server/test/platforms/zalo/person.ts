import { createHash, randomUUID } from "node:crypto";
import { buttonsIn } from "./requests.ts";
import type { Person, Zalo } from "./stand-in.ts";

export function personOf(zalo: Zalo, number: number): Person {
  const id = String(3_000_000_000_000_000_000n + BigInt(number));
  const { oaId, app } = zalo;
  const act = (event_name: string, content: object) => {
    zalo.lastActs.set(id, zalo.now());
    return { app_id: app.id, event_name, timestamp: String(zalo.now()), ...content };
  };
  const sides = { user_id_by_app: `9${id}`, sender: { id }, recipient: { id: oaId } };
  const psid = `zl_${id}`;
  const sending = (kind: string, message: { text?: string; attachments?: object[] }) => {
    const msg_id = randomUUID().slice(0, 20);
    // Texts only can be quoted.
    if (kind === "text") zalo.written.add(msg_id, psid, message.text ?? "");
    return act(`user_send_${kind}`, { ...sides, message: { msg_id, ...message } });
  };
  const deliver = async (body: object) => {
    const [status] = await zalo.post(body);
    if (status !== 200) throw new Error(`The webhook was answered with ${status}.`);
  };
  const say = (text: string) => deliver(sending("text", { text }));
  const received = () => zalo.sent.filter(({ userId }) => userId === id);
  return {
    id,
    psid,
    heard: () => received().map(({ message }) => message.text ?? ""),
    quoted: () => received().map(({ message }) => zalo.written.textOf(message.quote_message_id)),
    say,
    saying: (text) => sending("text", { text }),
    send: (kind, attachment, text) => deliver(sending(kind, { ...(text && { text }), attachments: [attachment] })),
    async press(title) {
      const button = received()
        .toReversed()
        .flatMap(({ message }) => buttonsIn(message))
        .find((each) => each.title === title);
      if (button?.type !== "oa.query.hide") throw new Error(`No message has a button ${title}.`);
      await say(button.payload);
    },
    async share(info) {
      const asks = received().some(({ message }) => JSON.stringify(message).includes("request_user_info"));
      if (!asks) throw new Error("Nothing was asked for.");
      await deliver(act("user_submit_info", { ...sides, info }));
    },
    follow: () => deliver(act("follow", { oa_id: oaId, follower: { id }, source: "oa_profile" })),
    unfollow: () => deliver(act("unfollow", { oa_id: oaId, follower: { id }, source: "oa_profile" })),
  };
}

/** Posts a webhook like Zalo, signed with the OA secret key. */
export async function postWebhook({ webhookUrl, app, oaSecret }: Zalo, webhook: object): Promise<number> {
  const body = JSON.stringify(webhook);
  const { timestamp = "" } = webhook as { timestamp?: string };
  const mac = createHash("sha256").update(`${app.id}${body}${timestamp}${oaSecret}`).digest("hex");
  const headers = { "content-type": "application/json", "x-zevent-signature": `mac=${mac}` };
  const answer = await fetch(webhookUrl, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}
