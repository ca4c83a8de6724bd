import { createHmac, timingSafeEqual } from "node:crypto";
import type { Deps } from "../../deps.ts";
import type { MediaRow } from "../../store/media/media.ts";

type Named = Pick<MediaRow, "pageId" | "id" | "name">;

/** The address of a file without a host, as documents hold it. Its key cannot be guessed; the name is for people. */
export function mediaPathOf({ secrets }: Pick<Deps, "secrets">, { pageId, id, name }: Named): string {
  // Letters outside ASCII take up to twelve characters each.
  const shown = encodeURIComponent([...name].slice(-60).join("").trim());
  return `${mediaPathStart({ pageId, id })}${keyOf(secrets.mediaKey, { pageId, id })}/${shown || "file"}`;
}

/** The part of the address that stays the same when the file is renamed. */
export const mediaPathStart = ({ pageId, id }: Pick<MediaRow, "pageId" | "id">): string => `/media/${pageId}/${id}/`;

/** The same address with its host, as platforms and visitors open it. */
export function mediaUrlOf(deps: Pick<Deps, "secrets" | "config" | "baseUrl">, media: Named): string {
  return mediaBaseUrl(deps) + mediaPathOf(deps, media);
}

export function isMediaKey({ secrets }: Pick<Deps, "secrets">, media: Pick<MediaRow, "pageId" | "id">, key: string) {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(secrets.mediaKey, media))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Derived, so that no row has to be read to refuse a wrong one. */
function keyOf(mediaKey: Buffer, { pageId, id }: Pick<MediaRow, "pageId" | "id">): string {
  return createHmac("sha256", mediaKey).update(`file ${pageId} ${id}`).digest("base64url").slice(0, 22);
}

/** The origin that files are served from. */
export const mediaBaseUrl = ({ config, baseUrl }: Pick<Deps, "config" | "baseUrl">): string =>
  config.media.baseUrl ?? baseUrl();
