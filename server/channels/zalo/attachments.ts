import type { Attachment } from "@banter/core/flow/event.ts";
import { isObject, parseJson } from "@banter/core/model/json.ts";
import { cut } from "../text/cut.ts";
import { Attached } from "./body.ts";
import { phoneOf } from "./customer.ts";

/**
 * The attachments of a message; those that cannot be read are left out. Their addresses are public. The text of a place
 * is its name.
 */
export function attachmentsOf(given: unknown[] | undefined, text: string): Attachment[] {
  return (given ?? []).flatMap((each) => {
    const { data } = Attached.safeParse(each);
    return data ? attachmentOf(data, text) : [];
  });
}

const types: Record<string, Attachment["type"]> = {
  image: "image",
  photo: "image",
  sticker: "image",
  gif: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  file: "file",
};

function attachmentOf({ type, payload = {} }: Attached, text: string): Attachment {
  const { name, coordinates } = payload;
  const url = addressOf(payload.url);
  if (type === "location" && coordinates) {
    const { latitude, longitude } = coordinates;
    const map = `https://www.google.com/maps?q=${latitude},${longitude}`;
    const title = cut(text, 300);
    return { type: "location", url: map, latitude, longitude, ...(title && { title }) };
  }
  if (type === "link" || type === "business_card") return contactOf(payload) ?? shareOf(payload, url);
  return { type: types[type] ?? "other", ...(url && { url }), ...(name && { name }) };
}

type Payload = NonNullable<Attached["payload"]>;

/** A business card is a link whose description is JSON with a phone number. */
function contactOf({ title, description }: Payload): Attachment | undefined {
  const card = parseJson(description ?? "");
  const phone = isObject(card) ? phoneOf(card.phone as string | number | undefined) : undefined;
  if (phone === undefined) return undefined;
  return { type: "contact", contact: { ...(title && { name: title }), phones: [phone] } };
}

function shareOf({ title, description }: Payload, url: string | undefined): Attachment {
  const words = title || (parseJson(description ?? "") === undefined ? description : undefined);
  return { type: "share", ...(url && { url }), ...(words && { title: words.slice(0, 300) }) };
}

/** Zalo's file servers take https, although some addresses say http. Other schemes are not shown to anybody. */
function addressOf(given: string | undefined): string | undefined {
  const url = URL.parse(given ?? "");
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return /(^|\.)(zdn\.vn|zadn\.vn|zalo\.me)$/.test(url.hostname) ? url.href.replace(/^http:/, "https:") : url.href;
}
