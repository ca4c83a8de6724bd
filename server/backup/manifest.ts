import { z } from "zod";

/**
 * The first file of a backup. It says what the tables are, so that a newer release can restore it.
 *
 *     { "format": 1, "release": "0.1.0", "made_at": "2026-11-16T03:00:00.000Z", "postgresql": "18.4",
 *       "migrations": ["0001_catalog.sql"], "tables": [{ "name": "pages", "columns": ["id"] }],
 *       "sequences": { "ids": 1044 } }
 */
export const Manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  made_at: z.iso.datetime(),
  postgresql: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.record(z.string(), z.int()),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last file but one: how many rows and files there are, which is known only when all are read. */
export const BackupSummary = z.object({
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  has_secret_key: z.boolean(),
});
export type BackupSummary = z.infer<typeof BackupSummary>;

/** The names of the parts of a backup. */
export const names = {
  manifest: "manifest.json",
  /** Only in backups of earlier releases, which hold the key as it is. */
  secretKey: "secret-key",
  /** The secret key, encrypted for a public key of the operator. */
  sealedKey: "secret-key.age",
  /** The rows of a table in the text format of PostgreSQL's `copy`, in pieces. */
  rows: (table: string, piece: number) => `tables/${table}/${String(piece).padStart(6, "0")}.copy`,
  file: (key: string) => `media/${key}`,
  summary: "summary.json",
  /** The last file, as `sha256sum -c` reads it. */
  sums: "SHA256SUMS",
} as const;

/** The table of a part's name, if it is rows. */
export const tableIn = (name: string): string | undefined => /^tables\/(\w+)\/[0-9]+\.copy$/.exec(name)?.[1];

/** The storage key of a part's name, if it is a file of a page. */
export const keyIn = (name: string): string | undefined => /^media\/(\w+\/[0-9a-f]{2}\/[0-9]+)$/.exec(name)?.[1];
