import { toolPayload } from "@banter/core/model/press-payload.ts";
import type { AdWelcome } from "../channel.ts";

/** The text of `page_welcome_message` in the creative of an advertisement that opens a chat. */
export function adWelcome({ id, name, ref }: { id: number; name: string; ref: string | null }): AdWelcome {
  const title = [...name].slice(0, 20).join("");
  const reply = { content_type: "text", title, payload: toolPayload(id) };
  return { message: { text: name, ...(ref !== null && { quick_replies: [reply] }) } };
}
