import { instagram as facts } from "@banter/core/channels/instagram/facts.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { bytes, type Look } from "../meta/outbound/look.ts";
import { renderMessage } from "../meta/outbound/render.ts";
import type { SendCall } from "../meta/send.ts";
import type { RenderContext } from "../outbound.ts";
import type { InstagramSettings } from "./settings.ts";

/** https://developers.facebook.com/docs/messenger-platform/instagram/features/send-message */
export function render(message: OutgoingMessage, context: RenderContext, { login }: InstagramSettings): SendCall[] {
  const offersContacts = login === "instagram";
  return renderMessage(message, context.psid.replace(/^ig_/, ""), context, { ...look, offersContacts });
}

const look: Omit<Look, "offersContacts"> = {
  text: { max: facts.textLimits.text.max, measure: bytes },
  caption: { max: 640, measure: bytes },
  hasCallButtons: false,
  opensApps: false,
  canShowFile: (url) => /\.pdf$/i.test(URL.parse(url)?.pathname ?? ""),
  hasRepliesBelowAll: false,
  hasSquareCards: false,
};
