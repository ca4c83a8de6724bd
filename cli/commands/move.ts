import { text } from "node:stream/consumers";
import { moveDatabase } from "@banter/server/backup/move.ts";
import { type OwnCommand, say, UsageError } from "../command.ts";

const move: OwnCommand = {
  usage: "move <embedded|postgres://…|-> [--json]",
  summary:
    "Moves the database into an empty one: the embedded PostgreSQL to a server of yours, or back. Stop the server " +
    "first. With -, the address comes from standard input and is in no list of processes.",
  options: { json: { type: "boolean" } },
  words: [1, 1],

  async runAlone(config, { options, words: [word = ""] }) {
    const to = word === "-" ? (await text(process.stdin)).trim() : word;
    if (to !== "embedded" && !/^postgres(ql)?:\/\/.+/.test(to))
      throw new UsageError("Name the other database: embedded, or an address such as postgres://user@host/banter.");
    const { rows, tables } = await moveDatabase(config, { to, say });
    const next = to === "embedded" ? "Unset DATABASE_URL" : "Set DATABASE_URL to the new address";
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ rows, tables })}\n`
        : `Moved ${rows} rows of ${tables} tables. ${next} and start the server. The old database stays as it is.\n`,
    );
    return 0;
  },
};

export const commands = { move };
