import { ChannelType, channelTypes } from "@banter/core/model/channel.ts";
import { createPage, selfMadeChannels } from "@banter/server/domain/pages.ts";
import { type Command, print, Refusal, required } from "../command.ts";

export const pageCreate: Command = {
  usage: "page create --channel webchat --name <name> [--json]",
  summary: "Makes a page and prints its id.",
  options: { channel: { type: "string" }, name: { type: "string" }, json: { type: "boolean" } },
  words: [0, 0],

  async run({ db }, given) {
    const channel = ChannelType.safeParse(required(given, "channel")).data;
    if (!channel) throw new Refusal(`The channel must be one of ${Object.keys(channelTypes).join(", ")}.`);
    if (!selfMadeChannels.includes(channel)) {
      throw new Refusal(
        `A ${channelTypes[channel].title} page is made by connecting its account; only webchat pages are made here.`,
      );
    }
    print(given, { page_id: await createPage({ db }, { name: required(given, "name") }) });
  },
};
