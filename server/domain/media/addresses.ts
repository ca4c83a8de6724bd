import { createHmac, timingSafeEqual } from "node:crypto";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { isMediaPath } from "@banter/core/model/media.ts";
import type { Deps } from "../../deps.ts";
import type { Media } from "../../store/media/media.ts";

type Named = Pick<Media, "pageId" | "id" | "name">;

/** The address of a file without a host, as documents hold it. Its key cannot be guessed; the name is for people. */
export function mediaPathOf({ secrets }: Pick<Deps, "secrets">, { pageId, id, name }: Named): string {
  // Letters outside ASCII take up to twelve characters each.
  const shown = encodeURIComponent([...name].slice(-60).join("").trim());
  return `${mediaPathStart({ pageId, id })}${keyOf(secrets.mediaKey, { pageId, id })}/${shown || "file"}`;
}

/** The part of the address that stays the same when the file is renamed. */
export const mediaPathStart = ({ pageId, id }: Pick<Media, "pageId" | "id">): string => `/media/${pageId}/${id}/`;

/** The same address with its host, as platforms and visitors open it. */
export function mediaUrlOf(deps: Pick<Deps, "secrets" | "config" | "baseUrl">, media: Named): string {
  return absoluteMedia(deps, mediaPathOf(deps, media));
}

export function isMediaKey({ secrets }: Pick<Deps, "secrets">, media: Pick<Media, "pageId" | "id">, key: string) {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(secrets.mediaKey, media))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Derived, so that no row has to be read to refuse a wrong one. */
function keyOf(mediaKey: Buffer, { pageId, id }: Pick<Media, "pageId" | "id">): string {
  return createHmac("sha256", mediaKey).update(`file ${pageId} ${id}`).digest("base64url").slice(0, 22);
}

/** A message whose files all have a host: platforms fetch them from there. */
export function withMediaHosts(deps: Pick<Deps, "config" | "baseUrl">, message: OutgoingMessage): OutgoingMessage {
  const absolute = (url: string) => absoluteMedia(deps, url);
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
  const { components = [], ...rest } = template as { components?: { url?: string }[] };
  return {
    ...rest,
    components: components.map((part) => (part.url === undefined ? part : { ...part, url: absolute(part.url) })),
  };
}

const absoluteMedia = ({ config, baseUrl }: Pick<Deps, "config" | "baseUrl">, url: string): string =>
  isMediaPath(url) ? `${config.media.baseUrl ?? baseUrl()}${url}` : url;
