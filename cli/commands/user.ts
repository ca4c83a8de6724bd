import { resetPasswordOf, resetSecondFactorOf } from "@banter/server/domain/people/operator-resets.ts";
import { createUser, newPassword } from "@banter/server/domain/people/users.ts";
import { type Command, print, required, UsageError, workspaceOf } from "../command.ts";

const create: Command = {
  usage:
    "user create --email <email> [--name <name>] [--password <password>] [--role owner|editor|agent|viewer] [--workspace <number>] [--json]",
  summary: "Creates a user who can log in; without --password, a password is generated and printed.",
  options: {
    email: { type: "string" },
    name: { type: "string" },
    password: { type: "string" },
    role: { type: "string", default: "owner" },
    workspace: { type: "string" },
    json: { type: "boolean" },
  },
  words: [0, 0],

  async run({ db }, given) {
    const email = required(given, "email");
    const { options } = given;
    const password = typeof options.password === "string" ? options.password : newPassword();
    const name = typeof options.name === "string" ? options.name : (email.split("@")[0] ?? email);
    await createUser({ db }, { email, name, password, role: roleOf(options.role) }, workspaceOf(given));
    print(given, { email: email.toLowerCase(), ...(options.password === undefined && { password }) });
  },
};

function roleOf(value: unknown) {
  if (value === "owner" || value === "editor" || value === "agent" || value === "viewer") return value;
  throw new UsageError("The role must be owner, editor, agent or viewer.");
}

const reset: Command = {
  usage: "user reset password|second-factor --email <email> [--password <password>] [--json]",
  summary:
    "Sets a new password (generated and printed without --password), or removes the second factor; ends all sessions.",
  options: {
    email: { type: "string" },
    password: { type: "string" },
    json: { type: "boolean" },
  },
  words: [1, 1],

  async run({ db }, given) {
    const email = required(given, "email").toLowerCase();
    const { options, words } = given;
    if (words[0] === "password") {
      const password = typeof options.password === "string" ? options.password : newPassword();
      await resetPasswordOf({ db }, email, password);
      print(given, { email, ...(options.password === undefined && { password }) });
    } else if (words[0] === "second-factor") {
      await resetSecondFactorOf({ db }, email);
      print(given, { email });
    } else throw new UsageError(`Usage: banter ${reset.usage}`);
  },
};

export const commands = { "user create": create, "user reset": reset };
