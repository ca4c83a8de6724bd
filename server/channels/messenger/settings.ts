import { z } from "zod";
import type { Graph } from "../meta/graph.ts";
import { accessToken, baseUrl, linkName, metaSettings } from "../meta/settings.ts";

export const MessengerSettings = z.object({
  pageToken: accessToken("Page access token"),
  ...metaSettings,
  pageName: linkName("Name or id of the page in m.me links"),
  baseUrl: baseUrl("https://graph.facebook.com"),
});
export type MessengerSettings = z.infer<typeof MessengerSettings>;

export function graphOf({ baseUrl, apiVersion, pageToken }: MessengerSettings): Graph {
  return { baseUrl, apiVersion, accessToken: pageToken, tokenIn: "query" };
}
