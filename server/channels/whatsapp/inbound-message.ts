import type { Attachment } from "@banter/core/flow/event.ts";
import { parsePressPayload } from "@banter/core/model/press-payload.ts";
import { z } from "zod";
import type { InboundEvent } from "../channel.ts";
import { readReaction } from "./reaction.ts";
import { readCommand, readStartWords } from "./start-words.ts";

/** `part` distinguishes the events of one message. */
type ParsedEvent = { event: InboundEvent["event"]; part?: string };

/**
 * The events of a customer's message; the name of its kind if it does not move the conversation; undefined if
 * malformed.
 */
export function readMessage(item: unknown, { type }: { type: string }): ParsedEvent[] | string | undefined {
  if (type === "reaction") return readReaction(item);
  if (silent.has(type)) return `message ${type}`;
  const parsed = (readers[type] ?? withoutText)(item)?.map((each) => withQuoted(each, item));
  if (!parsed || Object(item).referral === undefined) return parsed;
  const { data: ad } = Advertised.safeParse(item);
  return ad ? withReferral(ad.referral, parsed) : parsed;
}

/**
 * Kinds in which the customer says nothing. A person with a new number is a new customer from their next message on.
 */
const silent = new Set(["system", "request_welcome"]);

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
    const { data } = Interactive.safeParse(item);
    if (!data) return undefined;
    const { button_reply, list_reply, nfm_reply } = data.interactive;
    const reply = button_reply ?? list_reply;
    return reply ? [pressed(reply.id, reply.title)] : [said(nfm_reply?.body ?? "", [{ type: "other" }])];
  },
  image: (item) => media("image", item),
  sticker: (item) => media("image", item),
  video: (item) => media("video", item),
  audio: (item) => media("audio", item),
  voice: (item) => media("audio", item),
  document: (item) => media("file", item),
  location(item) {
    const { data } = Location.safeParse(item);
    if (!data) return undefined;
    const { latitude, longitude } = data.location;
    const url = `https://maps.google.com/?q=${latitude},${longitude}`;
    return [said("", [{ type: "location", url, latitude, longitude }])];
  },
  order(item) {
    const { data } = Order.safeParse(item);
    return data && [said(data.order.text ?? "", [{ type: "other" }])];
  },
};

/** Contacts, polls and unsupported messages: the customer has written something and gets an answer. */
function withoutText(): ParsedEvent[] {
  return [said("", [{ type: "other" }])];
}

function words(text: string): ParsedEvent[] {
  const command = readCommand(text);
  if (command !== undefined) return [{ event: { type: "payload", payload: command } }];
  const start = readStartWords(text);
  if (!start) return [said(text)];
  const referral: InboundEvent["event"] = { type: "referral", ref: start.ref };
  return start.rest === "" ? [{ event: referral }] : [{ event: referral, part: "referral" }, said(start.rest)];
}

/** A button of a template that was made elsewhere has a payload that is not ours, and counts as text. */
function pressed(payload: string, title: string): ParsedEvent {
  return parsePressPayload(payload) ? { event: { type: "payload", payload } } : said(title);
}

/** Media is kept by its id, because fetching it takes the page's token. */
function media(type: Attachment["type"], item: unknown): ParsedEvent[] {
  const content: unknown = Object(item)[String(Object(item).type)];
  const { data: { caption = "" } = {} } = Captioned.safeParse(content);
  const { data } = Media.safeParse(content);
  if (!data) return [said(caption, [{ type }])];
  const { id, mime_type: contentType, filename: name } = data;
  return [said(caption, [{ type, media: { id, ...(contentType && { contentType }), ...(name && { name }) } }])];
}

function said(text: string, attachments?: Attachment[]): ParsedEvent {
  return { event: { type: "message", text, ...(attachments && { attachments }) } };
}

/** A press names the message that it was made in too, which says nothing new. */
function withQuoted(parsed: ParsedEvent, item: unknown): ParsedEvent {
  const { data } = Answering.safeParse(item);
  if (!data || parsed.event.type !== "message") return parsed;
  return { ...parsed, event: { ...parsed.event, quoted: { platformId: data.context.id } } };
}

/** The customer came by an advertisement: the tool whose ref is the advertisement's id answers. */
function withReferral({ source_id = "", source_type }: Advertised["referral"], parsed: ParsedEvent[]): ParsedEvent[] {
  if (source_id === "") return parsed;
  const adId = source_type === "ad" ? { adId: source_id } : {};
  const [first, ...others] = parsed;
  if (first?.event.type === "referral") return [{ ...first, event: { ...first.event, ...adId } }, ...others];
  return [{ event: { type: "referral", ref: source_id, ...adId }, part: "referral" }, ...parsed];
}

const Text = z.object({ text: z.object({ body: z.string() }) });
const TemplateButton = z.object({ button: z.object({ payload: z.string().default(""), text: z.string() }) });
const Reply = z.object({ id: z.string(), title: z.string() });
const Interactive = z.object({
  interactive: z.object({
    button_reply: Reply.optional(),
    list_reply: Reply.optional(),
    nfm_reply: z.object({ body: z.string().optional() }).optional(),
  }),
});
const Captioned = z.object({ caption: z.string().optional() });
const Media = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  mime_type: z.string().max(100).optional().catch(undefined),
  filename: z.string().optional().catch(undefined),
});
const Location = z.object({ location: z.object({ latitude: z.number(), longitude: z.number() }) });
const Answering = z.object({ context: z.object({ id: z.string().min(1).max(512) }) });
const Order = z.object({ order: z.object({ text: z.string().optional() }) });
const Advertised = z.object({
  referral: z.object({ source_id: z.string().optional(), source_type: z.string().optional() }),
});
type Advertised = z.infer<typeof Advertised>;
