import { writePageFile } from "@banter/core/page-file/write.ts";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { type Command, required } from "../command.ts";

export const exportPage: Command = {
  usage: "export --page <page_id>",
  summary: "Writes the page's whole set-up as a page file to standard output.",
  options: { page: { type: "string" }, json: { type: "boolean" } },
  words: [0, 0],

  async run({ db }, given) {
    process.stdout.write(writePageFile(await readPageFile({ db }, required(given, "page"))));
  },
};
