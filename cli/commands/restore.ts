import { restoreFile } from "@banter/server/backup/restore-file.ts";
import { type OwnCommand, say } from "../command.ts";

const restore: OwnCommand = {
  usage: "restore <file|-> [--identity <file>] [--disconnected] [--json]",
  summary:
    "Restores a backup into an empty database and data folder; --identity opens the secret key in it; with " +
    "--disconnected, pages of platforms send nothing until they are connected again.",
  options: { identity: { type: "string" }, disconnected: { type: "boolean" }, json: { type: "boolean" } },
  words: [1, 1],

  async runAlone(config, { options, words: [path = ""] }) {
    const isDisconnected = options.disconnected === true;
    const identityFile = typeof options.identity === "string" ? options.identity : undefined;
    const { manifest, summary } = await restoreFile(config, { path, isDisconnected, identityFile, say });
    const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0);
    const { made_at, release } = manifest;
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ made_at, release, rows, files: summary.files })}\n`
        : `Restored ${rows} rows and ${summary.files} files as they were at ${made_at}. Start the server.\n`,
    );
    return 0;
  },
};

export const commands = { restore };
