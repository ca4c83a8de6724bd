import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { storageKeyOf } from "../domain/media/storage-key.ts";
import type { Storage } from "../media/storage.ts";
import { releaseOf } from "../release.ts";
import { connect } from "../store/db/db.ts";
import { listStoredMedia, type StoredMedia } from "../store/media/media.ts";
import { openSource, type Source } from "../store/transfer/source.ts";
import { type BackupSummary, type Manifest, names } from "./manifest.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar-write.ts";

export type BackupOptions = {
  url: string;
  storage: Storage;
  /** The secret key, encrypted. Without it, the key is not in the backup. */
  sealedKey: Buffer | undefined;
  /** Files of pages are left out if they are backed up by other means. */
  hasFiles: boolean;
  warn: (line: string) => void;
};

/**
 * The bytes of a backup: a tar archive. The database is read as it was at one moment, while servers go on. Files are
 * read after it: they never change, and one that is deleted meanwhile is not missed.
 */
export async function* writeBackup(options: BackupOptions): AsyncGenerator<Buffer, BackupSummary> {
  const entries = entryWriter(new Date());
  const source = await openSource(options.url);
  const summary: BackupSummary = { rows: {}, files: 0, has_secret_key: options.sealedKey !== undefined };
  try {
    yield* entries.write(names.manifest, jsonOf(manifestOf(source)));
    if (options.sealedKey) yield* entries.write(names.sealedKey, options.sealedKey);
    for (const table of source.tables) {
      let piece = 0;
      const rows = source.rows(table);
      for (let next = await rows.next(); ; next = await rows.next()) {
        if (!next.done) yield* entries.write(names.rows(table.name, ++piece), next.value);
        else {
          summary.rows[table.name] = next.value;
          break;
        }
      }
    }
  } finally {
    await source.close();
  }
  // Databases of the first releases have no files.
  if (options.hasFiles && source.tables.some(({ name }) => name === "media")) {
    for await (const { key, content } of readFiles(options, source.sequences.ids ?? 0)) {
      yield* entries.write(names.file(key), content);
      summary.files++;
    }
  }
  yield* entries.write(names.summary, jsonOf(summary));
  yield* entries.write(names.sums, Buffer.from(entries.sums()));
  yield tarEnd();
  return summary;
}

function manifestOf({ postgresql, migrations, tables, sequences }: Source): Manifest {
  const made_at = new Date().toISOString();
  return { format: 1, release: releaseOf(), made_at, postgresql, migrations, tables, sequences };
}

const jsonOf = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Writes files of the archive and keeps their checksums. */
function entryWriter(at: Date) {
  const lines: string[] = [];
  return {
    *write(name: string, content: Buffer): Generator<Buffer> {
      lines.push(`${createHash("sha256").update(content).digest("hex")}  ${name}\n`);
      yield tarHeader({ name, size: content.length, at });
      yield content;
      yield tarPadding(content.length);
    },
    sums: () => lines.join(""),
  };
}

/** The files of all pages with an id up to `throughId`, each as a whole: they are at most 50 MB. */
async function* readFiles({ url, storage, warn }: BackupOptions, throughId: number) {
  const db = connect({ url, name: "banter-backup", max: 1, onError: () => undefined });
  try {
    let after = { pageId: "", id: 0 };
    for (;;) {
      const found = await listStoredMedia(db, { after, throughId, limit: 500 });
      for (const media of found) {
        const key = storageKeyOf(media);
        const content = await readWhole(storage, key, media);
        if (content) yield { key, content };
        else warn(`The file ${key} is missing or damaged: it is not in the backup.`);
      }
      const last = found.at(-1);
      if (!last) return;
      after = last;
    }
  } finally {
    await db.close();
  }
}

/** Undefined if the bytes are not those that were stored. */
async function readWhole(storage: Storage, key: string, { bytes, sha256 }: StoredMedia): Promise<Buffer | undefined> {
  const stream: Readable | undefined = await storage.open(key, { start: 0, end: Math.max(0, bytes - 1) });
  if (!stream) return undefined;
  const content = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
  return createHash("sha256").update(content).digest().equals(sha256) ? content : undefined;
}
