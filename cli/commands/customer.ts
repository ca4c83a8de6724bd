import { AppError } from "@banter/core/model/error.ts";
import { exportData } from "@banter/server/domain/customers/data.ts";
import { eraseCustomer } from "@banter/server/domain/customers/edits.ts";
import { type Command, type CommandInput, print, required } from "../command.ts";

const customerExport: Command = {
  usage: "customer export <psid> --page <page_id>",
  summary: "Writes everything that is stored about a customer as JSON to standard output.",
  options: { page: { type: "string" }, json: { type: "boolean" } },
  words: [1, 1],

  async run({ db }, given) {
    for await (const piece of await exportData({ db }, required(given, "page"), psidOf(given)))
      process.stdout.write(piece);
  },
};

const customerErase: Command = {
  usage: "customer erase <psid> --page <page_id> [--json]",
  summary: "Deletes a customer and everything about them for good, by the server that runs the page.",
  options: { page: { type: "string" }, json: { type: "boolean" } },
  words: [1, 1],

  async run({ db, accept }, given) {
    const erased = await eraseCustomer({ db, accept }, required(given, "page"), psidOf(given)).then(
      () => "now",
      (error) => {
        // Without a running server the erasure waits in the mailbox.
        if (error instanceof AppError && error.code === "unavailable") return "when the server runs the page";
        throw error;
      },
    );
    print(given, { erased });
  },
};

const psidOf = ({ words }: CommandInput): string => words[0] ?? "";

export const commands = { "customer export": customerExport, "customer erase": customerErase };
