import type { ChannelType } from "@banter/core/channels/index.ts";
import { invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Identity } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { SendError } from "../../outbound/send-error.ts";
import { checkAddresses } from "./channel-settings.ts";
import { refusalOf } from "./connecting.ts";

/** The account at the platform that the entered settings give access to. Nothing is stored. Not in a transaction. */
export async function identifyAccount(
  { channels, config }: Pick<Deps, "channels" | "config">,
  type: ChannelType,
  entered: JsonObject,
): Promise<Identity<JsonObject>> {
  const channel = channels[type];
  const entry = channel?.account?.entry;
  if (!channel || !entry) throw invalidFields([{ path: "/channel", message: "has no accounts to connect" }]);
  const parsed = entry.settings.safeParse(entered);
  if (!parsed.success)
    throw invalidFields(faultsOf(parsed.error).map(({ path, message }) => ({ path: `/settings${path}`, message })));
  checkAddresses(channel, parsed.data, config.allowPlatformHosts);
  try {
    return (await entry.identify(parsed.data)) as Identity<JsonObject>;
  } catch (error) {
    throw error instanceof SendError ? refusalOf(channel, error) : error;
  }
}
