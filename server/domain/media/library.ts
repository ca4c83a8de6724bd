import { foldMarks } from "@banter/core/match/normalise.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findPage } from "../../store/catalog/pages.ts";
import {
  findMedia,
  listMedia,
  type MediaFilter,
  type MediaRow,
  markDeleted,
  renameMedia,
} from "../../store/media/media.ts";
import { listMediaUses, type MediaUse } from "../../store/media/uses.ts";
import { mediaPathStart } from "./addresses.ts";

/** A part of the page's files, newest first, and the id to go on from. */
export async function listLibrary(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { search, limit, ...filter }: Omit<MediaFilter, "foldedSearch"> & { search: string | undefined },
): Promise<{ media: MediaRow[]; next: number | null }> {
  const foldedSearch = foldMarks(search?.trim() ?? "");
  const media = await listMedia(db, pageId, { ...filter, foldedSearch, limit: limit + 1 });
  const shown = media.slice(0, limit);
  return { media: shown, next: media.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

async function getMedia({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<MediaRow> {
  const media = await findMedia(db, pageId, id);
  if (!media) throw notFound("file");
  return media;
}

export async function changeName(deps: Pick<Deps, "db">, pageId: string, id: number, name: string): Promise<MediaRow> {
  await getMedia(deps, pageId, id);
  await renameMedia(deps.db, pageId, id, { name, foldedName: foldMarks(name) });
  return getMedia(deps, pageId, id);
}

/** Hides the file at once; housekeeping removes its bytes. Returns what it was. */
export async function deleteMedia(deps: Pick<Deps, "db">, pageId: string, id: number): Promise<MediaRow> {
  const media = await getMedia(deps, pageId, id);
  if (!(await markDeleted(deps.db, pageId, id))) throw notFound("file");
  return media;
}

/** `inLook`: it is the picture of the page's chat. */
export async function findUses(
  deps: Pick<Deps, "db">,
  pageId: string,
  id: number,
): Promise<{ flows: MediaUse[]; inLook: boolean }> {
  const start = mediaPathStart(await getMedia(deps, pageId, id));
  const page = await findPage(deps.db, pageId);
  return {
    flows: await listMediaUses(deps.db, pageId, start),
    inLook: page?.look.picture?.startsWith(start) ?? false,
  };
}
