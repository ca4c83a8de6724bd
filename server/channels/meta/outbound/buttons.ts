import type { OutgoingButton } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { RenderContext } from "../../outbound.ts";
import { cutTitle } from "../../text/render-notes.ts";
import { characters, type Look, limits } from "./look.ts";

/** Buttons of the platform, and lines of text for buttons that it does not have. */
export type Buttons = { native: JsonObject[]; lines: string[] };

/** `place` is the place of the first button among the message's pressables. */
export function renderButtons(buttons: OutgoingButton[], place: number, context: RenderContext, look: Look): Buttons {
  const rendered: Buttons = { native: [], lines: [] };
  for (const [index, button] of buttons.entries()) {
    // Meta takes international numbers only.
    if (button.type === "call" && !(look.hasCallButtons && button.phone.startsWith("+"))) {
      context.note({ change: "as_text", part: "button", title: button.title });
      rendered.lines.push(`${button.title}: ${button.phone}`);
      continue;
    }
    const title = cutTitle(context, button.title, { part: "button", max: limits.title, measure: characters });
    if (button.type === "press") {
      rendered.native.push({ type: "postback", title, payload: context.payload(place + index) });
    } else if (button.type === "url") {
      // The page may cover most of the chat. Meta's own extensions would need domains that the owner has listed there.
      const webview = button.opens_app && look.opensApps && { webview_height_ratio: "tall" };
      rendered.native.push({ type: "web_url", title, url: context.link(place + index, button.url), ...webview });
    } else {
      rendered.native.push({ type: "phone_number", title, payload: `+${button.phone.replaceAll(/\D/g, "")}` });
    }
  }
  return rendered;
}
