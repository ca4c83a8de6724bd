import { createWorkspaceFor } from "@banter/server/domain/people/workspaces.ts";
import { type Command, print, required } from "../command.ts";

export const workspaceCreate: Command = {
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
