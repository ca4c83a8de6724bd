import type { WebchatButton, WebchatCard, WebchatMessage, WebchatQuickReply } from "@banter/core/api/webchat.ts";
import {
  listPressables,
  type OutgoingButton,
  type OutgoingCard,
  type OutgoingReply,
  type Pressable,
  type Reaction,
} from "@banter/core/flow/outgoing.ts";
import { withMediaHosts } from "@banter/core/flow/render/media-hosts.ts";
import { templateWords } from "@banter/core/flow/render/template-words.ts";
import type { WhatsappTemplate } from "@banter/core/model/content/whatsapp-template.ts";
import { MediaKind } from "@banter/core/model/media.ts";
import { messagePayload } from "@banter/core/model/press-payload.ts";
import type { Deps } from "../../deps.ts";
import { mediaBaseUrl } from "../../domain/media/addresses.ts";
import { linkTo } from "../../domain/sending/links.ts";
import type { HistoryEntry } from "../../store/runtime/history.ts";

/** A message of either side, as web chat shows it. */
export function webchatMessage(
  deps: Pick<Deps, "baseUrl" | "secrets" | "config">,
  pageId: string,
  { id, at: time, event, content: stored }: HistoryEntry,
): WebchatMessage {
  const at = time.toISOString();
  if (stored === null) return { id, at, from: "visitor", ...inputOf(event) };
  if (stored.type === "reaction") return { id, at, from: "page", ...reactionOf(stored) };
  const content = withMediaHosts(mediaBaseUrl(deps), stored);

  const places = new Map<Pressable, number>(listPressables(content).map((item, place) => [item, place]));
  const placeOf = (item: Pressable) => places.get(item) ?? 0;
  const link = (place: number) => linkTo(deps, { pageId, messageId: id, place });
  const button = (item: OutgoingButton): WebchatButton => {
    const { title } = item;
    if (item.type === "press") return { type: "reply", title, payload: messagePayload(id, placeOf(item)) };
    return item.type === "url"
      ? { type: "url", title, url: link(placeOf(item)) }
      : { type: "call", title, phone: item.phone };
  };
  // Web chat does not ask for places.
  const reply = (item: OutgoingReply): WebchatQuickReply[] => {
    if (item.type === "location") return [];
    return [
      item.type === "press" ? { type: "reply", title: item.title, payload: messagePayload(id, placeOf(item)) } : item,
    ];
  };

  const { buttons, quick_replies, variables: _, quoted, ...body } = content;
  const firstCardPlace = buttons?.length ?? 0;
  const shown =
    body.type === "cards"
      ? { ...body, elements: webchatCards(body.elements, firstCardPlace, link, button) }
      : body.type === "whatsapp_message_template"
        ? { type: "text" as const, text: templateWords(body.template as WhatsappTemplate) }
        : body.type === "text"
          ? { type: body.type, text: body.text, ...(body.marks && { marks: body.marks }) }
          : body;
  return {
    id,
    at,
    from: "page",
    ...(quoted && { quoted: { id: quoted.id, text: quoted.text ?? "" } }),
    ...shown,
    ...(buttons && { buttons: buttons.map(button) }),
    ...(quick_replies && { quick_replies: quick_replies.flatMap(reply) }),
  };
}

const reactionOf = ({ type, emoji, about }: Reaction) => ({ type, message_id: about.id, emoji });

/** A card's picture link is no object of its own, so its place is counted, in the order of `listPressables`. */
function webchatCards(
  cards: OutgoingCard[],
  firstPlace: number,
  link: (place: number) => string,
  button: (item: OutgoingButton) => WebchatButton,
): WebchatCard[] {
  let place = firstPlace;
  return cards.map(({ action_url, buttons = [], ...card }) => {
    const action = action_url === undefined ? {} : { action_url: link(place++) };
    place += buttons.length;
    return { ...card, ...action, ...(buttons.length > 0 && { buttons: buttons.map(button) }) };
  });
}

type Input = { key?: string } & ({ type: "text"; text: string } | { type: MediaKind; url: string });

/** A visitor's text, file or press. */
function inputOf(event: HistoryEntry["event"]): Input {
  if (event?.type !== "message" && event?.type !== "press") return { type: "text", text: "" };
  const key = event.key === undefined ? {} : { key: event.key };
  if (event.type === "press") return { type: "text", text: event.title, ...key };
  const [file] = event.attachments ?? [];
  const kind = MediaKind.safeParse(file?.type);
  return file?.url !== undefined && kind.success
    ? { type: kind.data, url: file.url, ...key }
    : { type: "text", text: event.text, ...key };
}
