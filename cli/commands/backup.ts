import { makeBackup } from "@banter/server/backup/backup-file.ts";
import { type OwnCommand, say, UsageError } from "../command.ts";

const backup: OwnCommand = {
  usage: "backup <file|folder|-> [--keep <number>] [--key-for <public key>] [--without-files] [--json]",
  summary:
    "Writes the database and the files of pages into one file, while servers run; --keep deletes older backups of the " +
    "folder, --key-for adds the secret key, encrypted for a public key of age.",
  options: {
    keep: { type: "string" },
    "key-for": { type: "string" },
    "without-files": { type: "boolean" },
    json: { type: "boolean" },
  },
  words: [1, 1],

  async runAlone(config, { options, words: [place = ""] }) {
    const keep = options.keep === undefined ? undefined : Number(options.keep);
    if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
      throw new UsageError("The option --keep must be a whole number, 1 or more.");
    const hasFiles = options["without-files"] !== true;
    const keyFor = typeof options["key-for"] === "string" ? options["key-for"] : undefined;
    const { path, bytes, rows, files } = await makeBackup(config, { place, hasFiles, keyFor, keep, say });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const result = { path, bytes, tables: Object.keys(rows).length, rows: total, files };
    const line = options.json
      ? JSON.stringify(result)
      : `${path}: ${result.rows} rows of ${result.tables} tables and ${files} files in ${megabytes(bytes)} MB.`;
    // Standard output may be the backup itself.
    (path === "-" ? process.stderr : process.stdout).write(`${line}\n`);
    return 0;
  },
};

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

export const commands = { backup };
