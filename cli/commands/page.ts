import { readFileSync } from "node:fs";
import { ChannelType, channelFacts, ownChannel } from "@banter/core/channels/index.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { channels } from "@banter/server/channels/index.ts";
import { createPageOn, tryNewPage } from "@banter/server/domain/pages/page-settings.ts";
import { createPage, getWorkspaceId } from "@banter/server/domain/pages/pages.ts";
import {
  type Command,
  type CommandDeps,
  type CommandInput,
  print,
  required,
  UsageError,
  workspaceOf,
} from "../command.ts";

const pageCreate: Command = {
  usage:
    "page create --channel <channel> --name <name> [--id <the platform's id> --settings <file.json>] [--workspace <number>] [--json]",
  summary: "Creates a page, connects it to its platform by the settings, and prints its id.",
  options: {
    channel: { type: "string" },
    name: { type: "string" },
    id: { type: "string" },
    settings: { type: "string" },
    workspace: { type: "string" },
    json: { type: "boolean" },
  },
  words: [0, 0],

  async run(deps, given) {
    const channel = ChannelType.safeParse(required(given, "channel")).data;
    if (!channel) throw new UsageError(`The channel must be one of ${Object.keys(channelFacts).join(", ")}.`);
    const name = required(given, "name");
    const page = { name, workspaceId: workspaceOf(given) };
    const id =
      channel === ownChannel ? await createPage(deps, page) : await connectNew(deps, given, { channel, ...page });
    print(given, { page_id: id });
  },
};

/** As in the console, the platform checks the settings first and is told the webhook address. */
async function connectNew(
  { db, config }: CommandDeps,
  given: CommandInput,
  { channel, name, ...named }: { channel: ChannelType; name: string; workspaceId: number | undefined },
): Promise<string> {
  const { pagePrefix } = channelFacts[channel];
  const platformId = required(given, "id").replace(new RegExp(`^${pagePrefix}`), "");
  if (!/^[0-9]{1,32}$/.test(platformId))
    throw new UsageError("The option --id must be the page's number on its platform.");
  if (!config.baseUrl) throw new UsageError("BASE_URL is not set: the platform needs an address for its webhooks.");
  const baseUrl = config.baseUrl;
  const settings = readSettings(required(given, "settings"));
  const workspaceId = await getWorkspaceId({ db }, named.workspaceId);
  const page = { workspaceId, channel, name, platformId, settings };
  const deps = { db, config, channels, baseUrl: () => baseUrl };
  await tryNewPage(deps, page);
  return (await createPageOn(deps, page)).id;
}

function readSettings(path: string): JsonObject {
  try {
    const settings: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isObject(settings)) return settings;
  } catch {
    // Reported below.
  }
  throw new UsageError("The option --settings must name a file with a JSON object.");
}

export const commands = { "page create": pageCreate };
