import type { Advertisement, Referral } from "@banter/core/flow/customer.ts";
import type { Attachment } from "@banter/core/flow/event.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import { z } from "zod";
import type { InboundEvent } from "../../inbound.ts";
import { readStartWords } from "../../start-words.ts";
import { cut } from "../../text/cut.ts";
import { readCommand } from "../commands.ts";
import {
  FormReply,
  PaymentReply,
  readContacts,
  readForm,
  readOrder,
  readPayment,
  readPlace,
  readProduct,
} from "./content.ts";
import { readReaction } from "./reaction.ts";

/** `part` distinguishes the events of one message. `phone` is the customer's number, if they have just given it. */
type ParsedEvent = { event: InboundEvent["event"]; part?: string; phone?: string };

/**
 * The events of a customer's message; the name of its kind if it does not move the conversation; undefined if
 * malformed.
 */
export function readMessage(item: unknown, { type }: { type: string }): ParsedEvent[] | string | undefined {
  if (type === "reaction") return readReaction(item);
  if (isSilent(item, type)) return `message ${type}`;
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  const parsed = (reader ?? withoutText)(item)?.map((each) => withContext(each, item));
  if (!parsed || Object(item).referral === undefined) return parsed;
  const { data } = Advertised.safeParse(item);
  return data ? withReferral(referralOf(data.referral), parsed) : parsed;
}

/** Kinds in which the customer says nothing, and changes that WhatsApp announces without passing them on. */
function isSilent(item: unknown, type: string): boolean {
  if (type === "unsupported") return silentUnsupported.has(String(Object(Object(item).unsupported).type));
  return (
    silent.has(type) || (type === "interactive" && Object(Object(item).interactive).type === "call_permission_reply")
  );
}

const silent = new Set(["system", "request_welcome"]);
const silentUnsupported = new Set(["edit", "revoke", "poll_update"]);

const readers: Record<string, (item: unknown) => ParsedEvent[] | undefined> = {
  text(item) {
    const { data } = Text.safeParse(item);
    return data && words(data.text.body);
  },
  button(item) {
    const { data } = TemplateButton.safeParse(item);
    return data && [pressed(data.button.payload, data.button.text)];
  },
  interactive(item) {
    // WhatsApp could not pass the press on.
    if (Object(item).interactive === undefined) return withoutText();
    const { data } = Interactive.safeParse(item);
    if (!data) return undefined;
    const { button_reply, list_reply, nfm_reply, payment_method, payment_notification } = data.interactive;
    const reply = button_reply ?? list_reply;
    if (reply) return [pressed(reply.id, reply.title)];
    const payment = payment_method ?? payment_notification;
    if (payment) return [said("", [readPayment(payment)])];
    return nfm_reply ? [said(nfm_reply.body ?? "", [readForm(nfm_reply)])] : withoutText();
  },
  image: (item) => media("image", item),
  sticker: (item) => media("image", item),
  video: (item) => media("video", item),
  audio: (item) => media("audio", item),
  voice: (item) => media("audio", item),
  document: (item) => media("file", item),
  location(item) {
    const place = readPlace(Object(item).location);
    return place && [said("", [place])];
  },
  contacts(item) {
    const { attachments, own } = readContacts(Object(item).contacts);
    if (attachments.length === 0) return withoutText();
    // The number answers the question that asked for it.
    return [{ ...said(own ?? "", attachments), ...(own !== undefined && { phone: own }) }];
  },
  order(item) {
    const order = readOrder(Object(item).order);
    return order && [said(order.words, [order.attachment])];
  },
  edit(item) {
    const { data } = Edit.safeParse(item);
    if (!data) return undefined;
    return [{ event: { type: "edit", platformId: data.edit.original_message_id, text: wordsOf(data.edit.message) } }];
  },
  revoke(item) {
    const { data } = Revoke.safeParse(item);
    return data && [{ event: { type: "deletion", platformId: data.revoke.original_message_id } }];
  },
};

/** Polls and unsupported messages: the customer has written something and gets an answer. */
function withoutText(): ParsedEvent[] {
  return [said("", [{ type: "other" }])];
}

function words(text: string): ParsedEvent[] {
  const command = readCommand(text);
  if (command !== undefined) return [{ event: { type: "payload", payload: command } }];
  const start = readStartWords(text);
  if (!start) return [said(text)];
  const { ref, rest } = start;
  if (rest === "") return [{ event: { type: "referral", ref, said: "/start" } }];
  return [{ event: { type: "message", text: rest, referral: { ref } } }];
}

/** A button of a template that was made elsewhere has a payload that is not ours, and counts as text. */
function pressed(payload: string, title: string): ParsedEvent {
  return parsePressPayload(payload) ? { event: { type: "payload", payload } } : said(title);
}

/** Media is kept by its id, because fetching it takes the page's token. */
function media(type: Attachment["type"], item: unknown): ParsedEvent[] {
  const content: unknown = Object(item)[String(Object(item).type)];
  const caption = wordsOf(item);
  const { data } = Media.safeParse(content);
  if (!data) return [said(caption, [{ type }])];
  const { id, mime_type: contentType, filename: name } = data;
  return [said(caption, [{ type, media: { id, ...(contentType && { contentType }), ...(name && { name }) } }])];
}

/** The text of a message, or the caption of its file. */
export function wordsOf(item: unknown): string {
  const content = Object(Object(item)[String(Object(item).type)]);
  const found: unknown = content.body ?? content.caption;
  return typeof found === "string" ? found : "";
}

function said(text: string, attachments?: Attachment[]): ParsedEvent {
  return { event: { type: "message", text, ...(attachments && { attachments }) } };
}

/**
 * The message that is answered, and the product that is asked about. A press names the message that it was made in too,
 * which says nothing new.
 */
function withContext(parsed: ParsedEvent, item: unknown): ParsedEvent {
  if (parsed.event.type !== "message") return parsed;
  const { context } = Object(item);
  const { data } = Answering.safeParse(context);
  const attachments = [...(parsed.event.attachments ?? []), ...readProduct(context)];
  const event = {
    ...parsed.event,
    ...(attachments.length > 0 && { attachments }),
    ...(data && { quoted: { platformId: data.id } }),
  };
  return { ...parsed, event };
}

/** The customer came by an advertisement: the tool whose ref is the advertisement's id answers. */
function withReferral(referral: Referral | undefined, parsed: ParsedEvent[]): ParsedEvent[] {
  const [first, ...others] = parsed;
  if (!referral || !first) return parsed;
  // The ref of a chat link says more than the id of the advertisement that the link is in.
  if (first.event.type === "referral") {
    return [{ ...first, event: { ...referral, ...first.event } }, ...others];
  }
  if (first.event.type === "message") {
    return [{ ...first, event: { ...first.event, referral: { ...referral, ...first.event.referral } } }, ...others];
  }
  return [{ event: { type: "referral", ...referral }, part: "referral" }, ...parsed];
}

/** A post that was not paid for has an id and an address as well, and is no advertisement. */
function referralOf({ source_id, source_type, ...about }: Advertised["referral"]): Referral | undefined {
  const ref = cut(source_id, 200) ?? "";
  const ad = source_type === "post" && about.ctwa_clid === undefined ? {} : adOf(about);
  const hasAd = Object.keys(ad).length > 0;
  if (ref === "" && !hasAd) return undefined;
  return { ref, ...(source_type === "ad" && ref !== "" && { adId: ref }), ...(hasAd && { ad }) };
}

function adOf({ headline, body, source_url, ctwa_clid }: Advertised["referral"]): Advertisement {
  const [title, words, url, clickId] = [
    cut(headline, 300),
    cut(body, 1000),
    cut(source_url, 1000),
    cut(ctwa_clid, 500),
  ];
  return { ...(title && { title }), ...(words && { body: words }), ...(url && { url }), ...(clickId && { clickId }) };
}

const Text = z.object({ text: z.object({ body: z.string() }) });
const TemplateButton = z.object({ button: z.object({ payload: z.string().default(""), text: z.string() }) });
const Reply = z.object({ id: z.string(), title: z.string() });
const Interactive = z.object({
  interactive: z.object({
    button_reply: Reply.optional(),
    list_reply: Reply.optional(),
    nfm_reply: FormReply.optional(),
    payment_method: PaymentReply.optional(),
    payment_notification: PaymentReply.optional(),
  }),
});
const Media = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  mime_type: z.string().max(100).optional().catch(undefined),
  filename: z.string().optional().catch(undefined),
});
const MessageId = z.string().min(1).max(512);
const Edit = z.object({ edit: z.object({ original_message_id: MessageId, message: z.unknown().optional() }) });
const Revoke = z.object({ revoke: z.object({ original_message_id: MessageId }) });
const Answering = z.object({ id: MessageId });
const Advertised = z.object({ referral: z.record(z.string(), z.unknown()) });
type Advertised = z.infer<typeof Advertised>;
