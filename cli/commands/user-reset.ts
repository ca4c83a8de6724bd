import { resetPasswordOf, resetSecondFactorOf } from "@banter/server/domain/people/operator-resets.ts";
import { newPassword } from "@banter/server/domain/people/users.ts";
import { type Command, print, required, UsageError } from "../command.ts";

export const userReset: Command = {
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
    } else throw new UsageError(`Usage: banter ${userReset.usage}`);
  },
};
