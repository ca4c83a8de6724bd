import { listWorkspaces } from "@banter/server/store/people/workspaces.ts";
import type { Command } from "../command.ts";

export const workspaceList: Command = {
  usage: "workspace list [--json]",
  summary: "Lists the workspaces with their numbers of pages and members.",
  options: { json: { type: "boolean" } },
  words: [0, 0],

  async run({ db }, { options }) {
    for (const { id, name, pages, members } of await listWorkspaces(db)) {
      const line = options.json
        ? JSON.stringify({ workspace_id: id, name, pages, members })
        : `${id}  ${name}  ${pages} pages, ${members} members`;
      process.stdout.write(`${line}\n`);
    }
  },
};
