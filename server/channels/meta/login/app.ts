import type { ChannelType } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Graph } from "../graph.ts";
import { metaSettings } from "../settings.ts";

/** The operator's app at Meta. */
export type MetaApp = {
  id: string;
  secret: string;
  /** The configuration of Facebook Login for Business. */
  configId: string | undefined;
  /** Permissions to ask for besides those that the login needs. */
  permissions: readonly string[];
  dialogUrl: string;
  graphUrl: string;
};

/** An account that a login gives access to, with the settings that connect it. */
export type LoginAccount = {
  channel: ChannelType;
  platformId: string;
  name: string;
  /** False if the person may not answer messages there. */
  mayMessage: boolean;
  settings: JsonObject;
  /** Settings for a page that has none of its own yet. */
  defaults: JsonObject;
  /** The account whose subscription at Meta this one shares: the later of the two replaces its fields. */
  sharesWith?: { channel: ChannelType; platformId: string };
};

/** The channels of the accounts that a login finds. */
export const loginChannels: readonly ChannelType[] = ["messenger", "instagram"];

export const apiVersion = metaSettings.apiVersion.parse(undefined);

export const graphOf = ({ graphUrl: baseUrl }: MetaApp, accessToken: string): Graph => ({
  ...{ baseUrl, apiVersion, accessToken },
  tokenIn: accessToken === "" ? "none" : "query",
});
