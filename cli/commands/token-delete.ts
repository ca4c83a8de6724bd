import { removePageToken } from "@banter/server/domain/pages/page-tokens.ts";
import { type Command, print } from "../command.ts";

export const tokenDelete: Command = {
  usage: "token delete <page_id> [--json]",
  summary: "Deletes the page's API token: every call with it fails at once.",
  options: { json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    await removePageToken({ db }, given.words[0] ?? "");
    print(given, { deleted: true });
  },
};
