import { createHash } from "node:crypto";
import { AppError } from "@banter/core/model/error.ts";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { isMediaPath } from "@banter/core/model/media.ts";
import type { FileBytes, PageFiles, ShownFile } from "../../channels/message-files.ts";
import type { Deps } from "../../deps.ts";
import { mediaBaseUrl } from "../../domain/media/addresses.ts";
import { getByPath, openBytes } from "../../domain/media/open.ts";
import { guardedFile } from "../../outbound/guarded-file.ts";
import { NoAnswer } from "../../outbound/no-answer.ts";
import { isPublicUrl } from "../../outbound/public-url.ts";
import { SendError } from "../../outbound/send-error.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { deletePlatformFile, findPlatformFile, savePlatformFile } from "../../store/media/platform-files.ts";

/** Files of a page that are remembered. Addresses that hold something of each customer push out each other. */
const maxRemembered = 500;

/** The content of another host's address may change at any time. */
const foreignMs = 10 * 60_000;

/** A stored file never changes. Platforms keep it for 90 days; no message is to meet an id that has just expired. */
const storedMs = 80 * 86_400_000;

type FilesDeps = Pick<Deps, "db" | "log" | "storage" | "secrets" | "config" | "baseUrl">;

/** A file that the page has sent since it was opened, or whose row was read. `until` is in epoch milliseconds. */
type Known = { id?: string; until: number };

type State = {
  deps: FilesDeps;
  pageId: string;
  known: BoundedMap<string, Known>;
  uploads: Map<string, Promise<string>>;
};

/** The files that a page's messages show. The table is read once for each stored file. */
export function createPageFiles(deps: FilesDeps, pageId: string): PageFiles {
  const state: State = { deps, pageId, known: new BoundedMap(maxRemembered), uploads: new Map() };
  return {
    async idOf(file) {
      const { id, until = 0 } = state.known.get(keyOf(file)) ?? (await load(state, file)) ?? {};
      return until > databaseNow() ? id : undefined;
    },
    isSentAgain(file) {
      const isKnown = state.known.has(keyOf(file));
      if (!isKnown) state.known.set(keyOf(file), { until: 0 });
      return isKnown;
    },
    keep: (file, id) => keep(state, file, id),
    forget(file, id) {
      state.known.set(keyOf(file), { until: 0 });
      const key = rowOf(state, file);
      if (key) inBackground(state, deletePlatformFile(deps.db, key, id));
    },
    upload: (file, run) => upload(state, file, run),
    fetch: (url, maxBytes) => fetchWhole(state, url, maxBytes),
  };
}

async function fetchWhole(state: State, url: string, maxBytes: number): Promise<Buffer> {
  const { deps } = state;
  const path = pathOf(state, { url });
  if (path === undefined) return guardedFile(url, { allow: deps.config.allowPrivateHosts, maxBytes });
  const { bytes, open } = await openStored(deps, path);
  if (bytes > maxBytes) throw new NoAnswer("too_large");
  return Buffer.concat(await Array.fromAsync(await open()));
}

/** A failure here must not hold up the message: it is then sent as a file that the platform does not keep. */
async function load(state: State, file: ShownFile): Promise<Known | undefined> {
  const key = rowOf(state, file);
  if (!key) return undefined;
  try {
    const row = await findPlatformFile(state.deps.db, key);
    const known = row && { id: row.platformId, until: row.expiresAt.getTime() };
    if (known) state.known.set(keyOf(file), known);
    return known;
  } catch (error) {
    state.deps.log.warn({ err: error, pageId: state.pageId }, "platform's file id not read");
    return undefined;
  }
}

function keep(state: State, file: ShownFile, id: string): void {
  const key = rowOf(state, file);
  const until = databaseNow() + (key ? storedMs : foreignMs);
  state.known.set(keyOf(file), { id, until });
  if (key) inBackground(state, savePlatformFile(state.deps.db, key, { platformId: id, expiresAt: new Date(until) }));
}

async function upload(
  state: State,
  file: ShownFile,
  run: (bytes: FileBytes) => Promise<string>,
): Promise<string | undefined> {
  const path = pathOf(state, file);
  if (path === undefined || isPublicUrl(file.url)) return undefined;
  const key = keyOf(file);
  const running = state.uploads.get(key);
  if (running) return running;
  const started = openStored(state.deps, path).then(run);
  state.uploads.set(key, started);
  try {
    const id = await started;
    keep(state, file, id);
    return id;
  } finally {
    state.uploads.delete(key);
  }
}

async function openStored(deps: FilesDeps, path: string): Promise<FileBytes> {
  const media = await getByPath(deps, path).catch((error) => {
    const isGone = error instanceof AppError && error.code === "not_found";
    throw isGone
      ? new SendError("rejected", "The file was deleted.")
      : new SendError("unreachable", "The file could not be read.");
  });
  const { name, contentType, bytes } = media;
  return { name, contentType, bytes, open: () => openBytes(deps, media, { start: 0, end: bytes - 1 }) };
}

const keyOf = ({ type, url }: ShownFile) => `${type} ${url}`;

/** The key of a stored file's row; undefined for a file of another host, which has none. */
function rowOf(state: State, file: ShownFile) {
  const path = pathOf(state, file);
  if (path === undefined) return undefined;
  return { pageId: state.pageId, fileHash: createHash("sha256").update(`${file.type} ${path}`).digest() };
}

/** The address of a stored file without its host. */
function pathOf({ deps }: State, { url }: Pick<ShownFile, "url">): string | undefined {
  const base = mediaBaseUrl(deps);
  const path = url.startsWith(base) ? url.slice(base.length) : "";
  return isMediaPath(path) ? path : undefined;
}

function inBackground({ deps, pageId }: State, writing: Promise<void>): void {
  writing.catch((error) => deps.log.warn({ err: error, pageId }, "platform's file id not stored"));
}
