import { once } from "node:events";
import { createWriteStream, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Config } from "../config/config.ts";
import { type KeyConfig, keyFileOf, keyFileText } from "../encryption/key-source.ts";
import { openStorage } from "../media/open-storage.ts";
import { findServer } from "../store/db/open.ts";
import { writeBackup } from "./backup.ts";
import type { BackupSummary } from "./manifest.ts";
import { checkPublicKey, sealKey } from "./sealed-key.ts";

export type BackupRequest = {
  /** A file, a folder that gets a file with the time in its name, or `-` for standard output. */
  place: string;
  hasFiles: boolean;
  /** A public key of age. The secret key is in the backup only if one is given, and encrypted for it. */
  keyFor: string | undefined;
  /** How many backups the folder keeps; older ones are deleted. */
  keep: number | undefined;
  say: (line: string) => void;
};

export type Backup = BackupSummary & { path: string; bytes: number };

/** Writes a backup of the settings' database and files. A file gets its name when it is complete and on disk. */
export async function makeBackup(
  config: Config,
  { place, hasFiles, keyFor, keep, say }: BackupRequest,
): Promise<Backup> {
  if (keyFor !== undefined) checkPublicKey(keyFor);
  const isFolder = existsSync(place) && statSync(place).isDirectory();
  const path = isFolder ? join(place, nameOf(new Date())) : place;
  if (keep !== undefined && !isFolder) throw new Error("Only a folder can keep a number of backups.");
  if (existsSync(path)) throw new Error(`${path} exists already.`);
  const server = await findServer(config, say);
  try {
    // A pooler could not hold the snapshot.
    const url = config.databaseDirectUrl ?? server.url;
    const sealedKey = keyFor === undefined ? undefined : await sealedKeyOf(config, keyFor);
    const options = { url, storage: openStorage(config), sealedKey };
    const bytes = (output: Writable) => write({ ...options, hasFiles, warn: say }, output);
    const made = path === "-" ? await bytes(process.stdout) : await writeFile(path, bytes);
    if (keep !== undefined) removeOld(place, keep);
    if (!sealedKey) {
      const key = keyFileOf(config) ?? "SECRET_KEY";
      say(`The secret key is not in the backup. Keep ${key} elsewhere: without it the secrets cannot be read.`);
    }
    return { ...made, path };
  } finally {
    await server.stop();
  }
}

async function sealedKeyOf(config: KeyConfig, publicKey: string): Promise<Buffer> {
  const key = keyFileText(config);
  if (key === undefined) throw new Error("There is no secret key to put into the backup.");
  return sealKey(Buffer.from(key), publicKey);
}

async function write(options: Parameters<typeof writeBackup>[0], output: Writable) {
  const gzip = createGzip();
  let summary: BackupSummary | undefined;
  let bytes = 0;
  async function* chunks() {
    summary = yield* writeBackup(options);
  }
  gzip.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  // Standard output stays open.
  await pipeline(Readable.from(chunks()), gzip, output, { end: output !== process.stdout });
  if (!summary) throw new Error("The backup did not end.");
  return { ...summary, bytes };
}

async function writeFile<Made>(path: string, writeTo: (output: Writable) => Promise<Made>): Promise<Made> {
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  try {
    // Only this user may read it: it holds every conversation.
    const output = createWriteStream(partial, { mode: 0o600, flags: "wx", flush: true });
    await once(output, "open");
    const made = await writeTo(output);
    await rename(partial, path);
    await sync(dirname(path));
    return made;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** The new name must survive a power cut too. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

const nameOf = (at: Date) => `banter-${at.toISOString().replaceAll(/[-:]|\.[0-9]+/g, "")}.tar.gz`;

/** Names sort by time. */
function removeOld(folder: string, keep: number): void {
  const backups = readdirSync(folder).filter((name) => /^banter-[0-9]{8}T[0-9]{6}Z\.tar\.gz$/.test(name));
  for (const name of backups.sort().slice(0, -keep)) rmSync(join(folder, name));
}
