import type { Attachment } from "@banter/core/flow/event.ts";
import { cut } from "../../text/cut.ts";
import type { Message, Referral, SentAttachment } from "./item.ts";

/** Everything that came with a message. Addresses only: Meta forbids storing the media of stories. */
export function attachmentsOf({ attachments = [], reply_to, is_unsupported, referral }: Message): Attachment[] {
  const answered = reply_to?.story;
  const sent = [
    ...withoutCopies(attachments).flatMap(readAttachment),
    ...(answered ? [withIdAndUrl("story", answered.id, answered.url)] : []),
    ...productsOf(referral),
  ];
  return is_unsupported && sent.length === 0 ? [{ type: "other" }] : sent;
}

/** The customer has mentioned the page in a story, or has replied to one. */
export function storyOf({ attachments = [], reply_to }: Message): "mention" | "reply" | undefined {
  if (reply_to?.story) return "reply";
  return attachments.some(({ type }) => type === "story_mention") ? "mention" : undefined;
}

/** A shared post comes a second time as a plain `share`. */
function withoutCopies(attachments: SentAttachment[]): SentAttachment[] {
  const hasPost = attachments.some(({ type }) => posts.has(type));
  return hasPost ? attachments.filter(({ type }) => type !== "share") : attachments;
}

const posts = new Set(["ig_post", "ig_reel", "reel", "post"]);

function readAttachment({ type, title, url, payload = {} }: SentAttachment): Attachment[] {
  const address = payload.url ?? url;
  switch (type) {
    case "location":
      return [placeOf(payload.coordinates, address, title)];
    case "story_mention":
    case "ig_story":
    case "story_share":
      return [withIdAndUrl("story", payload.story_media_id ?? payload.id, payload.story_media_url ?? address)];
    case "like_heart":
      // It is the message's text.
      return [];
    case "template":
      return productIn(payload) ?? [withTitle({ type: "other" }, title)];
    case "share":
    case "fallback":
    case "ig_post":
    case "ig_reel":
    case "reel":
    case "post": {
      const id = payload.ig_post_media_id ?? payload.reel_video_id ?? payload.id;
      return [withTitle(withIdAndUrl("share", id, address), payload.title ?? title)];
    }
    default:
      return [withIdAndUrl(plain[type] ?? "other", undefined, address)];
  }
}

const plain: Record<string, Attachment["type"] | undefined> = {
  image: "image",
  sticker: "image",
  animated_image: "image",
  video: "video",
  audio: "audio",
  file: "file",
};

function placeOf(
  coordinates: { lat: number; long: number } | undefined,
  url: string | undefined,
  title: string | undefined,
): Attachment {
  if (!coordinates) return withTitle(withIdAndUrl("location", undefined, url), title);
  const { lat: latitude, long: longitude } = coordinates;
  const map = `https://maps.google.com/?q=${latitude},${longitude}`;
  return withTitle({ type: "location", url: map, latitude, longitude }, title);
}

/** Products that the customer asks about, chosen from the shop; undefined if the template is another one. */
function productIn({ product }: NonNullable<SentAttachment["payload"]>): Attachment[] | undefined {
  const found = product?.elements.flatMap(({ id, retailer_id, title, image_url }) => {
    const name = retailer_id ?? id;
    return name === undefined ? [] : [withTitle(withIdAndUrl("product", name, image_url), title)];
  });
  return found && found.length > 0 ? found : undefined;
}

/** The customer came from a product's page, or by an advertisement of one. */
function productsOf(referral: Referral | undefined): Attachment[] {
  const id = referral?.product?.id ?? referral?.ads_context_data?.product_id;
  return id === undefined ? [] : [{ type: "product", id }];
}

function withIdAndUrl(type: Attachment["type"], id: string | undefined, url: string | undefined): Attachment {
  return { type, ...(url !== undefined && { url }), ...(id !== undefined && { id }) };
}

function withTitle(attachment: Attachment, title: string | undefined): Attachment {
  const words = cut(title, 300);
  return words === undefined ? attachment : { ...attachment, title: words };
}
