import { isMediaPath } from "../model/media.ts";
import type { OutgoingMessage } from "./outgoing.ts";

/**
 * A message whose stored files all have a host: `/media/…` becomes `https://bot.example/media/…`. Done when a message
 * is sent or shown, so that documents and histories stay right when the server moves.
 */
export function withMediaHosts(baseUrl: string, message: OutgoingMessage): OutgoingMessage {
  const absolute = (url: string) => absoluteMedia(baseUrl, url);
  switch (message.type) {
    case "text":
      return message;
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

function withTemplateHosts(template: unknown, absolute: (url: string) => string): unknown {
  const { components, ...rest } = template as { components?: { url?: string }[] };
  if (!components) return template;
  return {
    ...rest,
    components: components.map((part) => (part.url === undefined ? part : { ...part, url: absolute(part.url) })),
  };
}

/** The address of one file with its host, if it is a stored one. */
export const absoluteMedia = (baseUrl: string, url: string): string => (isMediaPath(url) ? baseUrl + url : url);
