import { rotateKeys } from "@banter/server/domain/sealing/rotate.ts";
import { type Command, print } from "../command.ts";

const secretsRotate: Command = {
  usage: "secrets rotate [--json]",
  summary: "Replaces the key that secrets in the database are sealed with, while servers run.",
  options: { json: { type: "boolean" } },
  words: [0, 0],

  async run({ db, config, keys }, given) {
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const { keyId, sealed } = await rotateKeys({ db, config, keys, say });
    print(given, { key_id: keyId, sealed });
  },
};

export const commands = { "secrets rotate": secretsRotate };
