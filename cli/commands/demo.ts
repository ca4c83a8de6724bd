import { makeDemo } from "@banter/server/domain/pages/demo.ts";
import { findNewestBaseUrl } from "@banter/server/store/runtime/nodes.ts";
import { type Command, print } from "../command.ts";

const demo: Command = {
  usage: "demo [--json]",
  summary: "Creates the demo page unless it exists; prints its address, a new token and a new password.",
  options: { json: { type: "boolean" } },
  words: [0, 0],

  async run({ db, config }, given) {
    const { pageId, token, email, password } = await makeDemo({ db });
    const running = config.baseUrl ?? (await findNewestBaseUrl(db));
    print(given, {
      base_url: running ?? `http://${config.host}:${config.port}`,
      page_id: pageId,
      token,
      email,
      password,
    });
  },
};

export const commands = { demo };
