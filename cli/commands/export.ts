import { writePageFile } from "@banter/core/page-file/write.ts";
import { addContents } from "@banter/server/domain/page-file/media.ts";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { openStorage } from "@banter/server/media/open-storage.ts";
import { type Command, required } from "../command.ts";

const exportPage: Command = {
  usage: "export --page <page_id> [--contents]",
  summary: "Writes the page's whole set-up as a page file to standard output, with --contents its stored files too.",
  options: { page: { type: "string" }, contents: { type: "boolean" }, json: { type: "boolean" } },
  words: [0, 0],

  async run({ db, config }, given) {
    const pageId = required(given, "page");
    const file = await readPageFile({ db }, pageId);
    const storage = openStorage(config);
    process.stdout.write(
      writePageFile(given.options.contents ? await addContents({ db, storage }, pageId, file) : file),
    );
  },
};

export const commands = { export: exportPage };
