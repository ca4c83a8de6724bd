import type { Attachment, ContactCard } from "@banter/core/flow/event.ts";
import { majorAmount } from "@banter/core/model/content/invoice.ts";
import { isObject } from "@banter/core/model/json.ts";
import { formAnswers, readJson } from "../../form-answers.ts";
import { cut } from "../../text/cut.ts";
import { readInvoicePayload } from "../invoice.ts";
import { mediaOf } from "./media.ts";
import type { Message, Payment } from "./update.ts";

/** A message has one attachment. Animations are repeated as documents and venues as locations, so the order matters. */
const attachments: [string, Attachment["type"]][] = [
  ["photo", "image"],
  ["sticker", "image"],
  ["animation", "video"],
  ["video", "video"],
  ["video_note", "video"],
  ["audio", "audio"],
  ["voice", "audio"],
  ["document", "file"],
  ["location", "location"],
  ["contact", "contact"],
];

/** Files are kept by their ids, because Telegram's addresses of them hold the bot's token. */
export function attachmentOf(message: Message): Attachment | undefined {
  const [name, type] = attachments.find(([name]) => message[name] !== undefined) ?? [];
  if (name === undefined || type === undefined) return undefined;
  if (message.contact && type === "contact") return { type, contact: contactOf(message.contact) };
  if (message.location && type === "location") return placeOf(message.location, message.venue);
  const media = mediaOf(name, message[name]);
  return { type, ...(media && { media }) };
}

/** Content that cannot be shown here. The customer has said something with it; messages of the chat itself are none. */
export function readOther(message: Message): { text: string; attachments?: Attachment[] } | undefined {
  if (message.dice) return { text: message.dice.emoji };
  if (!others.some((name) => message[name] !== undefined)) return undefined;
  const title = cut(message.poll?.question, 300);
  return { text: "", attachments: [{ type: "other", ...(title && { title }) }] };
}

const others = ["poll", "story", "game", "invoice", "paid_media", "checklist", "giveaway"];

function placeOf({ latitude, longitude }: NonNullable<Message["location"]>, venue: Message["venue"]): Attachment {
  const [title, address] = [cut(venue?.title, 300), cut(venue?.address, 1000)];
  return {
    type: "location",
    url: `https://www.google.com/maps?q=${latitude},${longitude}`,
    latitude,
    longitude,
    ...(title && { title }),
    ...(address && { address }),
  };
}

/** E-mail addresses are in the vCard alone: `EMAIL;TYPE=work:minh@shop.example`. */
function contactOf({ first_name, last_name, phone_number, vcard = "" }: NonNullable<Message["contact"]>): ContactCard {
  const name = cut([first_name, last_name].filter(Boolean).join(" "), 300);
  const phone = cut(phone_number, 50);
  const emails = [...vcard.matchAll(/^(?:item\d+\.)?EMAIL[^:\r\n]*:(\S+)/gim)].flatMap(
    ([, email]) => cut(email, 320) ?? [],
  );
  return {
    ...(name && { name }),
    phones: phone ? [phone] : [],
    ...(emails.length > 0 && { emails: emails.slice(0, 20) }),
  };
}

/** A Mini App answers with a text of its own making, often JSON. */
export function readMiniApp({ data, button_text: title }: NonNullable<Message["web_app_data"]>) {
  const values = readJson(data);
  const isForm = isObject(values);
  const answers = formAnswers(isForm ? values : { data });
  const form: Attachment = { type: "form", ...(title && { title }), form: { answers } };
  return { text: isForm ? (title ?? "") : data, attachments: [form] };
}

export function readRefund(refunded: Payment): Attachment {
  const { payment, ...attachment } = readPayment(refunded);
  return { ...attachment, payment: { ...payment, isRefund: true } };
}

/** The amount in units of its currency, with the ids by which it can be paid back. */
export function readPayment(paid: Payment): Attachment {
  const { currency, total_amount, invoice_payload, telegram_payment_charge_id, provider_payment_charge_id } = paid;
  const invoice = readInvoicePayload(invoice_payload);
  const name = invoice ? invoice.name : cut(invoice_payload, 128);
  const providerChargeId = cut(provider_payment_charge_id, 300);
  return {
    type: "payment",
    payment: {
      amount: majorAmount(total_amount, currency),
      currency: cut(currency, 10) ?? "",
      chargeId: cut(telegram_payment_charge_id, 300) ?? "",
      ...(providerChargeId && { providerChargeId }),
      ...(name && { invoice: name }),
      ...(invoice && { messageId: invoice.messageId }),
    },
  };
}
