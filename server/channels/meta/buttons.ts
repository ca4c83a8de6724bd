import type { OutgoingButton } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { RenderContext } from "../channel.ts";
import { cutText } from "../split-text.ts";
import { characters, type Look, limits } from "./look.ts";

/** Buttons that the platform shows, and lines of text for those that it cannot. */
export type Buttons = { native: JsonObject[]; lines: string[] };

/** `place` is that of the first of them among the message's pressables. */
export function renderButtons(buttons: OutgoingButton[], place: number, context: RenderContext, look: Look): Buttons {
  const rendered: Buttons = { native: [], lines: [] };
  for (const [index, button] of buttons.entries()) {
    const title = cutText(button.title, limits.title, characters);
    if (button.type === "press") {
      rendered.native.push({ type: "postback", title, payload: context.payload(place + index) });
    } else if (button.type === "url") {
      rendered.native.push({ type: "web_url", title, url: context.link(place + index, button.url) });
    } else if (look.hasCallButtons && button.phone.startsWith("+")) {
      rendered.native.push({ type: "phone_number", title, payload: `+${button.phone.replaceAll(/\D/g, "")}` });
    } else {
      // Meta takes international numbers only.
      rendered.lines.push(`${button.title}: ${button.phone}`);
    }
  }
  return rendered;
}
