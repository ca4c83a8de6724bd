import { isMediaPath } from "../../model/media.ts";
import type { OutgoingAlbum, OutgoingMessage } from "../outgoing.ts";

/**
 * A message whose stored files all have a host: `/media/…` becomes `https://bot.example/media/…`. Done when a message
 * is sent or shown, so that documents and histories stay right when the server moves.
 */
export function withMediaHosts(baseUrl: string, message: OutgoingMessage): OutgoingMessage;
export function withMediaHosts(baseUrl: string, message: OutgoingAlbum): OutgoingAlbum;
export function withMediaHosts(baseUrl: string, message: OutgoingMessage | OutgoingAlbum) {
  const absolute = (url: string) => absoluteMedia(baseUrl, url);
  switch (message.type) {
    case "album":
      return { ...message, items: message.items.map((item) => ({ ...item, url: absolute(item.url) })) };
    case "text": {
      const { action } = message;
      if (action?.type !== "invoice" || action.photo_url === undefined) return message;
      return { ...message, action: { ...action, photo_url: absolute(action.photo_url) } };
    }
    case "cards":
      return {
        ...message,
        elements: message.elements.map((card) =>
          card.image_url === undefined ? card : { ...card, image_url: absolute(card.image_url) },
        ),
      };
    case "whatsapp_message_template":
      return { ...message, template: withTemplateHosts(message.template, absolute) };
    default:
      return { ...message, url: absolute(message.url) };
  }
}

type TemplatePart = { url?: string; cards?: { components?: TemplatePart[] }[] };

function withTemplateHosts<Whole>(template: Whole, absolute: (url: string) => string): Whole {
  const { components } = template as { components?: TemplatePart[] };
  if (!components) return template;
  return {
    ...template,
    components: components.map((part) => ({
      ...part,
      ...(part.url !== undefined && { url: absolute(part.url) }),
      ...(part.cards && { cards: part.cards.map((card) => withTemplateHosts(card, absolute)) }),
    })),
  };
}

/** The address of one file with its host, if it is a stored one. */
export const absoluteMedia = (baseUrl: string, url: string): string => (isMediaPath(url) ? baseUrl + url : url);
