import type { Attachment } from "@banter/core/flow/event.ts";
import { AppError, invalidFields } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findMedia } from "../../store/media/media.ts";
import { mediaUrlOf } from "./addresses.ts";
import type { Upload } from "./receive.ts";
import { storeUpload } from "./upload.ts";

type Visitor = { pageId: string; psid: string };

/** Stores a file of a visitor. It is said only with the message that names it. */
export async function acceptFile(deps: Deps, { pageId, psid }: Visitor, upload: Upload) {
  const page = await deps.lookups.page(pageId);
  if (!page?.takesFiles) throw new AppError("forbidden", "This page takes no files from visitors.");
  const media = await storeUpload(deps, { pageId, psid, userId: null }, upload);
  return { file_id: media.id, type: media.kind, name: media.name, url: mediaUrlOf(deps, media) };
}

/** The attachment of a message, from a file that this visitor has uploaded. */
export async function getSentFile(deps: Deps, { pageId, psid }: Visitor, fileId: number): Promise<Attachment> {
  const media = await findMedia(deps.db, pageId, fileId);
  if (media?.psid !== psid) throw invalidFields([{ path: "/file_id", message: "must be a file of this visitor" }]);
  return { type: media.kind, url: mediaUrlOf(deps, media) };
}
