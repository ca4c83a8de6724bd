import { applyPageFile, parsePageFile, planPageFile } from "@banter/server/domain/page-file/apply.ts";
import { placeMedia, planMedia, useOwnMedia } from "@banter/server/domain/page-file/media.ts";
import { findMissingSecrets } from "@banter/server/domain/page-file/missing-secrets.ts";
import { openStorage } from "@banter/server/media/open-storage.ts";
import { loadSecrets } from "@banter/server/store/db/secrets.ts";
import { type Command, type CommandDeps, required, say } from "../command.ts";
import { readJson } from "../read-json.ts";

const apply: Command = {
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

  async run(deps, given) {
    const pageId = required(given, "page");
    const file = readJson(given.words[0] ?? "");
    const prune = given.options.prune === true;
    const { changes, missingMedia } = await (given.options.plan ? plan : make)(deps, { pageId, file, prune });
    const missing = await findMissingSecrets(deps, pageId, file);
    if (missing.length > 0) say(`The file's flows use secrets that the page does not have: ${missing.join(", ")}`);
    if (missingMedia.length > 0)
      say(`The file's flows show files that are neither here nor in it: ${missingMedia.join(", ")}`);
    if (given.options.json) return void process.stdout.write(`${JSON.stringify({ changes })}\n`);
    for (const { action, what, name } of changes) process.stdout.write(`${action} ${what.replace("_", " ")} ${name}\n`);
    const count = changes.length === 1 ? "1 change" : `${changes.length} changes`;
    const done = given.options.plan ? "to make" : "made";
    process.stdout.write(changes.length === 0 ? "The page equals the file.\n" : `${count} ${done}.\n`);
  },
};

type Applied = { pageId: string; file: unknown; prune: boolean };

async function plan(deps: CommandDeps, { pageId, file: given, prune }: Applied) {
  const mediaDeps = await mediaDepsOf(deps);
  const file = parsePageFile(given);
  const changes = await planPageFile(deps, pageId, await useOwnMedia(mediaDeps, pageId, file), { prune });
  const media = await planMedia(mediaDeps, pageId, file);
  return { changes: [...changes, ...media.changes], missingMedia: media.missing };
}

/** A file that cannot be applied must not leave stored files behind, so it is planned first. */
async function make(deps: CommandDeps, applied: Applied) {
  const { pageId, file: given, prune } = applied;
  const planned = await plan(deps, applied);
  const mediaDeps = await mediaDepsOf(deps);
  const file = parsePageFile(given);
  await placeMedia(mediaDeps, { pageId, userId: null }, file);
  const changes = await applyPageFile(deps, pageId, await useOwnMedia(mediaDeps, pageId, file), { prune });
  const stored = planned.changes.filter(({ what }) => what === "media");
  return { changes: [...changes, ...stored], missingMedia: planned.missingMedia };
}

async function mediaDepsOf({ db, config }: CommandDeps) {
  return { db, config, storage: openStorage(config), secrets: await loadSecrets(db) };
}

export const commands = { apply };
