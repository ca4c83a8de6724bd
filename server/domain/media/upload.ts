import { rm } from "node:fs/promises";
import { foldMarks } from "@banter/core/match/normalise.ts";
import { AppError, notFound, unauthorized } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  completeMedia,
  findMedia,
  findSameMedia,
  insertMedia,
  type MediaRow,
  sumMedia,
} from "../../store/media/media.ts";
import { type ReceivedFile, receive, type Upload } from "./receive.ts";
import { storageKeyOf } from "./storage-key.ts";

/** The sender: a member (`userId`, or null for the operator on the command line), or a customer (`psid`). */
export type Sender =
  | { pageId: string; userId: string | null; psid: null }
  | { pageId: string; userId: null; psid: string };

type UploadDeps = Pick<Deps, "db" | "config" | "storage">;

/** Stores an upload. The same file of the same sender again is found, not stored twice. */
export async function storeUpload(deps: UploadDeps, sender: Sender, upload: Upload): Promise<MediaRow> {
  await checkRoom(deps, sender, upload.length ?? 0);
  const received = await receive(deps.storage, upload);
  try {
    // Two equal files at the same moment may both be stored: that costs only room.
    const same = await findSameMedia(deps.db, sender.pageId, { sha256: received.sha256, psid: sender.psid });
    return same ?? (await store(deps, sender, upload.name, received));
  } finally {
    await rm(received.path, { force: true });
  }
}

async function store(deps: UploadDeps, sender: Sender, name: string, received: ReceivedFile): Promise<MediaRow> {
  const { db, storage } = deps;
  const { pageId, psid, userId: createdBy } = sender;
  const { path, ...file } = received;
  // Checked again: the announced length may have been missing.
  await checkRoom(deps, sender, file.bytes);
  const id = await insertMedia(db, { pageId, psid, createdBy, name, foldedName: foldMarks(name), ...file });
  if (id === undefined) throw unauthorized();
  await storage.put(storageKeyOf({ pageId, id }), path, file);
  const stored = (await completeMedia(db, pageId, id)) ? await findMedia(db, pageId, id) : undefined;
  if (!stored) throw notFound("page");
  return stored;
}

/** Customers together fill at most this part of a page's room, so that they cannot keep members from uploading. */
const shareOfCustomers = 0.8;

async function checkRoom({ db, config }: UploadDeps, { pageId, psid }: Sender, bytes: number): Promise<void> {
  const { all, ofCustomers } = await sumMedia(db, pageId);
  const { quotaBytes } = config.media;
  const isFull = psid !== null && ofCustomers + bytes > quotaBytes * shareOfCustomers;
  if (!isFull && all + bytes <= quotaBytes) return;
  throw new AppError("storage_full", "The page has no room for this file: delete files, or raise MEDIA_QUOTA_MB.");
}
