import type { EventToolType } from "../../model/tools/tool.ts";
import type { Referral } from "../customer.ts";
import type { Attachment, ConversationEvent } from "../event.ts";

/** Something that a customer did, beyond words, that can start a flow. */
export type Happening = Exclude<EventToolType, "comments"> | "comment";

/** The growth tools that wait for it. */
export const toolTypeOf = (happening: Happening): EventToolType => (happening === "comment" ? "comments" : happening);

/** Undefined for an event that is nothing but words, or that no customer caused. */
export function happeningOf(event: ConversationEvent): Happening | undefined {
  switch (event.type) {
    case "referral":
      return isAd(event) ? "ad" : undefined;
    case "message":
      if (event.referral && isAd(event.referral)) return "ad";
      return event.story ? `story_${event.story}` : sentKinds.find((kind) => isSent(attachmentIn(event, kind)));
    case "reaction":
    case "follow":
      return event.type;
    default:
      return undefined;
  }
}

const isAd = ({ adId, ad }: Referral) => adId !== undefined || ad !== undefined;

const sentKinds = ["payment", "order", "form", "location"] as const satisfies Attachment["type"][];

/** A payment that went back is none. */
const isSent = (attachment: Attachment | undefined) => attachment !== undefined && !attachment.payment?.isRefund;

/** The first attachment of a type; undefined if the event has none. */
export const attachmentIn = (event: ConversationEvent, type: Attachment["type"]): Attachment | undefined =>
  event.type === "message" ? event.attachments?.find((attachment) => attachment.type === type) : undefined;
