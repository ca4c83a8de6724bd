import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import type { KeyConfig } from "../encryption/key-source.ts";
import type { Storage } from "../media/storage.ts";
import type { Sequences } from "../store/transfer/tables.ts";
import { openTarget, type TransferTarget } from "../store/transfer/target.ts";
import { BackupSummary, keyIn, Manifest, names, tableIn } from "./manifest.ts";
import { openKey } from "./sealed-key.ts";
import { checkSecretKey, hasSecretKey, writeSecretKey } from "./secret-key.ts";
import { readTar } from "./tar-read.ts";

export type RestoreOptions = {
  url: string;
  storage: Storage;
  keys: KeyConfig;
  /** A file with the private key that opens the backup's secret key. Without it, the settings must have the key. */
  identityFile: string | undefined;
  /** Called when the rows are there, before any server can start on them. */
  beforeUse: () => Promise<void>;
};

export type RestoreResult = { manifest: Manifest; summary: BackupSummary };

/**
 * Restores a backup into an empty database. The rows are committed when the last byte of the archive has been read and
 * is right; before that, a failure leaves the database empty.
 */
export async function restoreBackup(options: RestoreOptions, chunks: AsyncIterable<Buffer>): Promise<RestoreResult> {
  const restoring: Restoring = { options, rows: {}, files: 0, sums: new Map() };
  try {
    for await (const { name, body } of readTar(chunks)) {
      if (name === names.sums) {
        checkSums((await whole(body)).toString(), restoring.sums);
        restoring.isComplete = true;
        continue;
      }
      if (restoring.isComplete) throw new Error(`The backup is damaged: ${name} follows its end.`);
      const hash = createHash("sha256");
      await takePart(restoring, name, hashing(body, hash));
      restoring.sums.set(name, hash.digest("hex"));
    }
    return await complete(restoring);
  } finally {
    await restoring.target?.close();
  }
}

type Restoring = {
  options: RestoreOptions;
  manifest?: Manifest;
  target?: TransferTarget;
  secretKey?: Buffer;
  summary?: BackupSummary;
  rows: Record<string, number>;
  files: number;
  /** The checksum of each part that was read. */
  sums: Map<string, string>;
  isComplete?: boolean;
};

async function takePart(restoring: Restoring, name: string, body: AsyncIterable<Buffer>): Promise<void> {
  const { options } = restoring;
  if (name === names.manifest) {
    restoring.manifest = parse(Manifest, await whole(body));
    restoring.target = await openTarget(options.url, restoring.manifest.migrations);
    return;
  }
  const { manifest, target } = restoring;
  if (!manifest || !target) throw new Error("The file is not a backup of Banter.");
  const key = keyIn(name);
  const table = manifest.tables.find((each) => each.name === tableIn(name));
  if (table) restoring.rows[table.name] = (restoring.rows[table.name] ?? 0) + (await target.load(table, body));
  else if (key) {
    await storeFile(options.storage, key, body);
    restoring.files++;
  } else if (name === names.secretKey) {
    takeKey(restoring, await whole(body));
  } else if (name === names.sealedKey) {
    const sealed = await whole(body);
    if (options.identityFile !== undefined) takeKey(restoring, await openKey(sealed, options.identityFile));
    else if (!hasSecretKey(options.keys)) throw new Error(keyNeeded);
  } else if (name === names.summary) restoring.summary = parse(BackupSummary, await whole(body));
  else throw new Error(`The backup has an unknown part, ${name}: restore it with the release that made it.`);
}

const keyNeeded =
  "The backup's secret key is sealed: open it with --identity <file>, or give the key by SECRET_KEY or SECRET_KEY_FILE.";

function takeKey(restoring: Restoring, key: Buffer): void {
  checkSecretKey(restoring.options.keys, key);
  restoring.secretKey = key;
}

async function complete({ options, ...restoring }: Restoring): Promise<RestoreResult> {
  const { manifest, summary, target, rows, files, secretKey, isComplete } = restoring;
  if (!manifest || !summary || !target || !isComplete) throw new Error("The backup is incomplete: it was cut off.");
  const wrong = Object.entries(summary.rows).find(([table, count]) => (rows[table] ?? 0) !== count);
  if (wrong) throw new Error(`The backup is damaged: it should have ${wrong[1]} rows of ${wrong[0]}.`);
  if (summary.files !== files) throw new Error(`The backup is damaged: it should have ${summary.files} files.`);
  if (secretKey) writeSecretKey(options.keys, secretKey);
  await target.commit(withGaps(manifest.sequences), { isPast: true });
  await options.beforeUse();
  return { manifest, summary };
}

/**
 * Leaves out the ids that the old server may have given since the backup: customers and programs still hold them, and
 * a button of a lost message must not press one of a new message.
 */
function withGaps(sequences: Sequences): Sequences {
  return Object.fromEntries(
    Object.entries(sequences).map(([name, value]) => [name, value + (name === "conversation_ids" ? 1e9 : 10_000)]),
  );
}

async function storeFile(storage: Storage, key: string, body: AsyncIterable<Buffer>): Promise<void> {
  const path = await storage.temporaryPath();
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted() {
    for await (const chunk of hashing(body, hash)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600 }));
    await storage.put(key, path, { bytes, sha256: hash.digest() });
  } finally {
    await rm(path, { force: true });
  }
}

async function* hashing(body: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

function checkSums(text: string, sums: Map<string, string>): void {
  const lines = text.split("\n").filter(Boolean);
  for (const line of lines) {
    const [sum = "", name = ""] = line.split("  ");
    if (sums.get(name) !== sum) throw new Error(`The backup is damaged: ${name} has a wrong checksum.`);
  }
  if (lines.length !== sums.size) throw new Error("The backup is damaged: it has parts without a checksum.");
}

const whole = async (body: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(body));

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch {
    throw new Error("The backup cannot be read: it is damaged or was made by a newer release.");
  }
}
