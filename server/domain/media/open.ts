import type { Readable } from "node:stream";
import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import type { ByteRange } from "../../media/storage.ts";
import { findMedia, type MediaRow } from "../../store/media/media.ts";
import { isMediaKey } from "./addresses.ts";
import { storageKeyOf } from "./storage-key.ts";

/** The file of a public address. Throws unless its key is right. */
export async function getByAddress(
  deps: Pick<Deps, "db" | "secrets">,
  { pageId, id, key }: { pageId: string; id: number; key: string },
): Promise<MediaRow> {
  const media = isMediaKey(deps, { pageId, id }, key) ? await findMedia(deps.db, pageId, id) : undefined;
  if (!media) throw notFound("file");
  return media;
}

/** The file of an address without a host. */
export function getByPath(deps: Pick<Deps, "db" | "secrets">, path: string): Promise<MediaRow> {
  const [, , pageId = "", id, key = ""] = path.split("/");
  return getByAddress(deps, { pageId, id: Number(id), key });
}

export async function openBytes(
  { storage }: Pick<Deps, "storage">,
  media: MediaRow,
  range: ByteRange,
): Promise<Readable> {
  const bytes = await storage.open(storageKeyOf(media), range);
  if (!bytes) throw notFound("file");
  return bytes;
}
