import { createWorkspaceFor } from "@banter/server/domain/people/workspaces.ts";
import { listWorkspaces } from "@banter/server/store/people/workspaces.ts";
import { type Command, print, required } from "../command.ts";

const create: Command = {
  usage: "workspace create --name <name> --owner <email of a user> [--json]",
  summary: "Creates a workspace, which has pages and a team of its own, and prints its number.",
  options: {
    name: { type: "string" },
    owner: { type: "string" },
    json: { type: "boolean" },
  },
  words: [0, 0],

  async run({ db }, given) {
    const [name, email] = [required(given, "name"), required(given, "owner")];
    print(given, { workspace_id: await createWorkspaceFor({ db }, { name, email }) });
  },
};

const list: Command = {
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

export const commands = { "workspace create": create, "workspace list": list };
