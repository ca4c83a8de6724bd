import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { invalidFields } from "@banter/core/model/error.ts";
import type { Change } from "@banter/core/page-file/compare.ts";
import { mapMediaPaths, mediaPathsIn } from "@banter/core/page-file/media-paths.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { canonical } from "@banter/core/page-file/write.ts";
import type { Deps } from "../../deps.ts";
import { findMedia, findSameMedia, type MediaRow } from "../../store/media/media.ts";
import { isMediaKey, mediaPathOf } from "../media/addresses.ts";
import { openBytes } from "../media/open.ts";
import { storeUpload } from "../media/upload.ts";

type FileMedia = NonNullable<PageFile["media"]>[number];

/** The file with the hashes and names of the page's stored files in its flows. */
export async function describeMedia<File extends PageFile>(
  { db }: Pick<Deps, "db">,
  pageId: string,
  file: File,
): Promise<File> {
  const media: FileMedia[] = [];
  for (const path of mediaPathsIn(file)) {
    const { page, id } = partsOf(path);
    const stored = page === pageId ? await findMedia(db, pageId, id) : undefined;
    if (stored) media.push({ path, sha256: stored.sha256.toString("hex"), name: stored.name });
  }
  return canonical({ ...file, media }) as File;
}

/** The most bytes of stored files in one page file: what a call that applies it can hold. */
const maxContentBytes = 20 * 1024 * 1024;

/** The file with the stored files themselves, as far as there is room. The page must be the one it was read from. */
export async function addContents(
  deps: Pick<Deps, "db" | "storage">,
  pageId: string,
  file: PageFile,
): Promise<PageFile> {
  let room = maxContentBytes;
  const media: FileMedia[] = [];
  for (const each of file.media ?? []) {
    const stored = await findMedia(deps.db, pageId, partsOf(each.path).id);
    const fits = stored && stored.bytes <= room;
    if (!fits) media.push(each);
    else {
      room -= stored.bytes;
      const bytes = await buffer(await openBytes(deps, stored, wholeOf(stored)));
      media.push({ ...each, content: bytes.toString("base64") });
    }
  }
  return canonical({ ...file, media });
}

/** The file with addresses of the page's own files instead of others with the same content. */
export async function useOwnMedia(
  deps: Pick<Deps, "db" | "secrets">,
  pageId: string,
  file: PageFile,
): Promise<PageFile> {
  const own = new Map<string, string>();
  for (const { path, sha256 } of file.media ?? []) {
    if (partsOf(path).page === pageId) continue;
    const same = await findSameMedia(deps.db, pageId, { sha256: Buffer.from(sha256, "hex"), psid: null });
    if (same) own.set(path, mediaPathOf(deps, same));
  }
  return mapMediaPaths(file, (path) => own.get(path) ?? path);
}

type PlacingDeps = Pick<Deps, "db" | "config" | "storage" | "secrets">;

/** Stores the files on the page that it does not have: from another page of this server, or from the page file. */
export async function placeMedia(
  deps: PlacingDeps,
  { pageId, userId }: { pageId: string; userId: string | null },
  file: PageFile,
): Promise<void> {
  for (const { media, there } of await listForeign(deps, pageId, file)) {
    if (!there && media.content === undefined) continue;
    const bytes = there ? undefined : contentOf(media);
    await storeUpload(
      deps,
      { pageId, userId, psid: null },
      {
        name: media.name,
        declaredType: there?.contentType,
        length: there?.bytes ?? bytes?.length,
        body: there ? await openBytes(deps, there, wholeOf(there)) : Readable.from([bytes]),
      },
    );
  }
}

/** The changes that `placeMedia` will make, and the names of files that are neither here nor in the page file. */
export async function planMedia(
  deps: Pick<Deps, "db" | "secrets">,
  pageId: string,
  file: PageFile,
): Promise<{ changes: Change[]; missing: string[] }> {
  const foreign = await listForeign(deps, pageId, file);
  const [missing, placed] = partition(foreign, ({ media, there }) => !there && media.content === undefined);
  const listed = new Set(file.media?.map(({ path }) => path));
  const unlisted: string[] = [];
  for (const path of mediaPathsIn(file)) {
    if (!listed.has(path) && !(await findByPath(deps, path))) unlisted.push(path);
  }
  return {
    changes: placed.map(({ media }) => ({ action: "create", what: "media", name: media.name })),
    missing: [...missing.map(({ media }) => media.name), ...unlisted.map(nameOf)],
  };
}

/**
 * The files that the page lacks, with where they are on this server. Whoever knows the whole address of a file may open
 * it, so that nobody gets a file by this that they could not read before.
 */
async function listForeign(deps: Pick<Deps, "db" | "secrets">, pageId: string, file: PageFile) {
  const used = new Set(mediaPathsIn(file));
  const foreign: { media: FileMedia; there: MediaRow | undefined }[] = [];
  for (const media of file.media ?? []) {
    const sha256 = Buffer.from(media.sha256, "hex");
    const there = await findByPath(deps, media.path);
    const isHere = there?.pageId === pageId || (await findSameMedia(deps.db, pageId, { sha256, psid: null }));
    if (!isHere && used.has(media.path))
      foreign.push({ media, there: there?.sha256.equals(sha256) ? there : undefined });
  }
  return foreign;
}

async function findByPath(deps: Pick<Deps, "db" | "secrets">, path: string): Promise<MediaRow | undefined> {
  const { page, id, key } = partsOf(path);
  return isMediaKey(deps, { pageId: page, id }, key) ? findMedia(deps.db, page, id) : undefined;
}

function contentOf({ path, sha256, content = "" }: FileMedia): Buffer {
  const bytes = Buffer.from(content, "base64");
  if (createHash("sha256").update(bytes).digest("hex") === sha256) return bytes;
  throw invalidFields([{ path: "/media", message: `has a file whose content does not fit its hash: ${nameOf(path)}` }]);
}

/** `/media/web_1000001/1042/{key}/menu.png` */
function partsOf(path: string): { page: string; id: number; key: string } {
  const [, , page = "", id = "", key = ""] = path.split("/");
  return { page, id: Number(id), key };
}

const nameOf = (path: string) => decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
const wholeOf = ({ bytes }: MediaRow) => ({ start: 0, end: bytes - 1 });

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
