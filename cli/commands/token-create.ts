import { createPageToken } from "@banter/server/domain/pages/page-tokens.ts";
import { type Command, print } from "../command.ts";

export const tokenCreate: Command = {
  usage: "token create <page_id> [--json]",
  summary: "Creates the page's API token and prints it, this once. The page's old token stops working at once.",
  options: { json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    print(given, { token: await createPageToken({ db }, given.words[0] ?? "") });
  },
};
