import { createHmac, randomUUID } from "node:crypto";
import { contentOf } from "./files.ts";
import type { Person, SentRequest, Status, Whatsapp } from "./stand-in.ts";

type Names = { phone?: string; userId?: string; name?: string; username?: string };

export function personOf(whatsapp: Whatsapp, { phone, userId, name = "Lan", username }: Names): Person {
  const contact = {
    profile: { name, ...(username !== undefined && { username }) },
    ...(phone !== undefined && { wa_id: phone }),
    ...(userId !== undefined && { user_id: userId }),
  };
  const from = {
    ...(phone !== undefined && { from: phone }),
    ...(userId !== undefined && { from_user_id: userId }),
  };
  const webhook = (...messages: Record<string, unknown>[]) => {
    for (const id of [phone, userId]) if (id !== undefined) whatsapp.lastWords.set(id, whatsapp.now());
    const timestamp = String(Math.floor(whatsapp.now() / 1000));
    const whole = messages.map((message) => ({ ...from, id: `wamid.${randomUUID()}`, timestamp, ...message }));
    for (const message of whole) {
      whatsapp.received.add(String(message.id));
      whatsapp.written.add(String(message.id), `wa_${phone ?? userId}`, textIn(message));
    }
    return envelope(whatsapp, { contacts: [contact], messages: whole });
  };
  const sends = (message: Record<string, unknown>) => whatsapp.post(webhook(message));
  const says = (body: string) => sends({ type: "text", text: { body } });
  return {
    ...(phone !== undefined && { phone }),
    ...(userId !== undefined && { userId }),
    webhook,
    sends,
    says,
    fillsIn({ id, request }, answers) {
      const { interactive } = request as unknown as { interactive?: Form };
      const token = interactive?.action.parameters?.flow_token;
      if (interactive?.type !== "flow" || token === undefined) throw new Error("There is no form to fill in.");
      const response_json = JSON.stringify({ ...answers, flow_token: token });
      const nfm_reply = { name: "flow", body: "Sent", response_json };
      return sends({ type: "interactive", interactive: { type: "nfm_reply", nfm_reply }, context: { id } });
    },
    sendsFile: (kind, file) => sends(contentOf(whatsapp.files, kind, file)),
    presses: ({ id, request }, title) => sends({ ...pressOf(request, title), context: { id } }),
    follows: (link) => says(new URL(link).searchParams.get("text") ?? "Hello"),
  };
}

const textIn = (message: Record<string, unknown>) => String(Object(message.text).body ?? "");

function pressOf(request: SentRequest["request"], title: string): Record<string, unknown> {
  if (request.type !== "interactive") throw new Error("There is nothing to press.");
  const { interactive } = request as unknown as { interactive: Interactive };
  const { buttons = [], cards = [] } = interactive.action;
  const onCards = cards.flatMap(({ action }) => action.buttons ?? []).map(({ quick_reply }) => quick_reply);
  const button = [...buttons.map(({ reply }) => reply), ...onCards].find((each) => each.title === title);
  if (button) return { type: "interactive", interactive: { type: "button_reply", button_reply: button } };
  const row = interactive.action.sections?.flatMap(({ rows }) => rows).find((each) => each.title === title);
  if (row) return { type: "interactive", interactive: { type: "list_reply", list_reply: row } };
  throw new Error(`There is no ${title} to press.`);
}

type Form = { type: string; action: { parameters?: { flow_token?: string } } };
type Choice = { id: string; title: string };
type Interactive = {
  action: {
    buttons?: { reply: Choice }[];
    sections?: { rows: Choice[] }[];
    cards?: { action: { buttons?: { quick_reply: Choice }[] } }[];
  };
};

/** A webhook with one change of one number. */
export function envelope({ number, businessAccountId }: Whatsapp, value: Record<string, unknown>): object {
  const metadata = { display_phone_number: number.display, phone_number_id: number.id };
  const change = { field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } };
  return { object: "whatsapp_business_account", entry: [{ id: businessAccountId, changes: [change] }] };
}

export function statusOf({ id, request }: SentRequest, status: Status, at: number, code?: number): object {
  return {
    id,
    status,
    timestamp: String(Math.floor(at / 1000)),
    ...(request.to === undefined ? { recipient_user_id: request.recipient } : { recipient_id: request.to }),
    ...(request.biz_opaque_callback_data !== undefined && {
      biz_opaque_callback_data: request.biz_opaque_callback_data,
    }),
    ...(code !== undefined && { errors: [{ code, title: "failed", error_data: { details: "…" } }] }),
  };
}

/** Posts a webhook like Meta, signed with the app's secret. */
export async function postWebhook(url: string, appSecret: string, webhook: object): Promise<number> {
  // Meta escapes everything beyond ASCII and signs the escaped text.
  const body = JSON.stringify(webhook).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const signature = createHmac("sha256", appSecret).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
  const answer = await fetch(url, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}
