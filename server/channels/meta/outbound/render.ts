import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { SendError } from "../../../outbound/send-error.ts";
import type { RenderContext } from "../../outbound.ts";
import { quoteLeftOut } from "../../quote.ts";
import { fileName } from "../../text/render-notes.ts";
import { showWords } from "../../text/template-words.ts";
import { type PrivateReply, renderPrivateReply } from "../comments/calls.ts";
import { say, sayWithButtons } from "../words.ts";
import { renderButtons } from "./buttons.ts";
import { renderCards } from "./cards.ts";
import type { Look, MessagingType, MetaCall, MetaMessage } from "./look.ts";
import { metadataOf } from "./message-metadata.ts";
import { renderQuickReplies } from "./quick-replies.ts";

/**
 * The calls that show a message: our metadata on each, the quick replies on the last. `to` is the platform's own id.
 */
export function renderMessage(
  message: OutgoingMessage,
  to: string,
  context: RenderContext,
  look: Look,
): PrivateReply[] {
  const calls = renderParts(message, to, context, look);
  return message.commentId === undefined ? calls : renderPrivateReply(calls, message.commentId, context);
}

function renderParts(message: OutgoingMessage, to: string, context: RenderContext, look: Look): MetaCall[] {
  const type = typeOf(context);
  const answer = answerTo(message, context);
  const { quick_replies = [] } = message;
  const { native, lines } = renderQuickReplies(quick_replies, placesBefore(message), context, look);
  const shown = withTextForReplies(show(message, lines, context, look), native.length > 0, context, look);
  return shown.map((part, index) => {
    const isLast = index === shown.length - 1;
    const replies = isLast && native.length > 0 ? { quick_replies: native } : {};
    return {
      ...type,
      recipient: { id: to },
      message: { ...part, ...replies, metadata: metadataOf(context.messageId) },
      ...(index === 0 && answer),
    };
  });
}

/** https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages */
function answerTo({ quoted }: OutgoingMessage, { note }: RenderContext): Pick<MetaCall, "reply_to"> {
  if (quoted?.platformId !== undefined) return { reply_to: { mid: quoted.platformId } };
  if (quoted) note(quoteLeftOut);
  return {};
}

/** Adds a text for quick replies that cannot be below the last message; an emoji works in every language. */
function withTextForReplies(
  shown: MetaMessage[],
  hasReplies: boolean,
  { note }: RenderContext,
  look: Look,
): MetaMessage[] {
  if (!hasReplies || look.hasRepliesBelowAll || shown.at(-1)?.text !== undefined) return shown;
  note({ change: "apart", part: "quick_replies" });
  return [...shown, { text: "👇" }];
}

/** Meta has removed all tags but HUMAN_AGENT, which is for messages that people write. */
function typeOf({ messageTag, isReply }: RenderContext): MessagingType {
  if (messageTag === null) return { messaging_type: isReply ? "RESPONSE" : "UPDATE" };
  if (messageTag === "HUMAN_AGENT") return { messaging_type: "MESSAGE_TAG", tag: messageTag };
  throw new SendError("rejected", `Meta takes no messages with the tag ${messageTag}.`);
}

/** `lines` are the titles of quick replies beyond the maximum. */
function show(message: OutgoingMessage, lines: string[], context: RenderContext, look: Look): MetaMessage[] {
  const buttons = renderButtons(message.buttons ?? [], 0, context, look);
  switch (message.type) {
    case "text":
      return sayWithButtons([message.text, ...lines].join("\n"), buttons, look);
    case "cards":
      return [
        ...renderCards(message, message.buttons?.length ?? 0, context, look),
        ...say(lines.join("\n"), look.text),
      ];
    case "whatsapp_message_template":
      return sayWithButtons([showWords(message.template, context.note), ...lines].join("\n"), buttons, look);
    default: {
      if (buttons.native.length > 0) context.note({ change: "apart", part: "buttons" });
      // Buttons need a text above them; an emoji works in every language.
      const caption = [...(buttons.native.length > 0 && lines.length === 0 ? ["👇"] : []), ...lines].join("\n");
      return [...showMedia(message, context, look), ...sayWithButtons(caption, buttons, look)];
    }
  }
}

type Media = Extract<OutgoingMessage, { url: string }>;

function showMedia({ type, url }: Media, { note }: RenderContext, look: Look): MetaMessage[] {
  if (type === "file" && !look.canShowFile(url)) {
    note({ change: "as_text", part: "file", title: fileName(url) ?? url });
    return say(url, look.text);
  }
  return [{ attachment: { type, payload: { url } } }];
}

/** The number of pressables before the quick replies. */
function placesBefore(message: OutgoingMessage): number {
  const cards = message.type === "cards" ? message.elements : [];
  return cards.reduce(
    (count, { action_url, buttons = [] }) => count + (action_url === undefined ? 0 : 1) + buttons.length,
    message.buttons?.length ?? 0,
  );
}
