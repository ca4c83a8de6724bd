import { createPageToken, removePageToken } from "@banter/server/domain/pages/page-tokens.ts";
import { type Command, print } from "../command.ts";

const create: Command = {
  usage: "token create <page_id> [--json]",
  summary: "Creates the page's API token and prints it, this once. The page's old token stops working at once.",
  options: { json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    print(given, { token: await createPageToken({ db }, given.words[0] ?? "") });
  },
};

const remove: Command = {
  usage: "token delete <page_id> [--json]",
  summary: "Deletes the page's API token: every call with it fails at once.",
  options: { json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    await removePageToken({ db }, given.words[0] ?? "");
    print(given, { deleted: true });
  },
};

export const commands = { "token create": create, "token delete": remove };
