import { listPressables, type OutgoingButton, type OutgoingReply, type Pressable } from "@banter/core/flow/outgoing.ts";
import { templateWords } from "@banter/core/flow/render/template-words.ts";
import type { WhatsappTemplate } from "@banter/core/model/content/whatsapp-template.ts";
import { messagePayload } from "@banter/core/model/press-payload.ts";
import type { Deps } from "../deps.ts";
import { linkTo } from "../domain/sending/links.ts";
import type { Said } from "../store/conversations/history.ts";

/** One thing said, as docs/webchat.md shows it. */
export function webchatMessage(deps: Pick<Deps, "baseUrl" | "secrets">, pageId: string, said: Said) {
  const { id } = said;
  const at = said.at.toISOString();
  if (said.content === null) return { id, at, from: "visitor", type: "text", ...wordsOf(said.event) };

  const { content } = said;
  const places = new Map<Pressable, number>(listPressables(content).map((item, place) => [item, place]));
  // A card's picture link is a pressable of its own: it is known by its place, the cards being walked in the same order.
  let place = content.buttons?.length ?? 0;
  const link = (place: number) => linkTo(deps, { pageId, messageId: id, place });
  const button = (item: OutgoingButton) => {
    const { title } = item;
    const at = places.get(item) ?? 0;
    if (item.type === "press") return { type: "reply", title, payload: messagePayload(id, at) };
    return item.type === "url" ? { type: "url", title, url: link(at) } : { type: "call", title, phone: item.phone };
  };
  const reply = (item: OutgoingReply) =>
    item.type === "press"
      ? { type: "reply", title: item.title, payload: messagePayload(id, places.get(item) ?? 0) }
      : item;
  const { buttons, quick_replies, variables: _, ...rest } = content;
  const shown =
    rest.type === "cards"
      ? {
          ...rest,
          elements: rest.elements.map(({ action_url, buttons = [], ...card }) => {
            const action = action_url === undefined ? {} : { action_url: link(place++) };
            place += buttons.length;
            return { ...card, ...action, ...(buttons.length > 0 && { buttons: buttons.map(button) }) };
          }),
        }
      : rest.type === "whatsapp_message_template"
        ? { type: "text", text: templateWords(rest.template as WhatsappTemplate) }
        : rest;
  return {
    id,
    at,
    from: "page",
    ...shown,
    ...(buttons && { buttons: buttons.map(button) }),
    ...(quick_replies && { quick_replies: quick_replies.map(reply) }),
  };
}

function wordsOf(event: Said["event"]) {
  if (event?.type === "message") return { text: event.text, ...(event.key !== undefined && { key: event.key }) };
  if (event?.type === "press") return { text: event.title, ...(event.key !== undefined && { key: event.key }) };
  return { text: "" };
}
