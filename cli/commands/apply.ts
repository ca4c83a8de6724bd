import { readFileSync } from "node:fs";
import { AppError } from "@banter/core/model/error.ts";
import { applyPageFile, planPageFile } from "@banter/server/domain/page-file/apply.ts";
import { findMissingSecrets } from "@banter/server/domain/page-file/missing-secrets.ts";
import { type Command, required, UsageError } from "../command.ts";

export const apply: Command = {
  usage: "apply <file> --page <page_id> [--plan] [--prune] [--json]",
  summary:
    "Makes the page equal a page file; --plan only shows the changes, --prune also removes items not in the file.",
  options: {
    page: { type: "string" },
    plan: { type: "boolean" },
    prune: { type: "boolean" },
    json: { type: "boolean" },
  },
  words: [1, 1],

  async run({ db }, given) {
    const file = readFile(given.words[0] ?? "");
    const act = given.options.plan ? planPageFile : applyPageFile;
    const changes = await act({ db }, required(given, "page"), file, { prune: given.options.prune === true });
    const missing = await findMissingSecrets({ db }, required(given, "page"), file);
    if (missing.length > 0)
      process.stderr.write(`The file's flows use secrets that the page does not have: ${missing.join(", ")}\n`);
    if (given.options.json) return void process.stdout.write(`${JSON.stringify({ changes })}\n`);
    for (const { action, what, name } of changes) process.stdout.write(`${action} ${what.replace("_", " ")} ${name}\n`);
    const count = changes.length === 1 ? "1 change" : `${changes.length} changes`;
    const done = given.options.plan ? "to make" : "made";
    process.stdout.write(changes.length === 0 ? "The page equals the file.\n" : `${count} ${done}.\n`);
  },
};

/** `-` is standard input. */
function readFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path === "-" ? 0 : path, "utf8");
  } catch {
    throw new UsageError(`The file ${path} cannot be read.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("malformed_request", `The file is not JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
