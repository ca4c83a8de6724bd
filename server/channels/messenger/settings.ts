import { z } from "zod";
import type { Graph } from "../meta/graph.ts";
import { accessToken, baseUrl, linkName, metaSettings } from "../meta/settings.ts";

/** Above this rate the page's own inbox no longer shows new messages. */
const defaultCallsPerSecond = 40;
/** The limit of the Send API for one page. https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
const maxCallsPerSecond = 300;

export const MessengerSettings = z.object({
  pageToken: accessToken("Page access token"),
  ...metaSettings,
  pageName: linkName("Name or id of the page in m.me links"),
  callsPerSecond: z
    .int()
    .min(1)
    .max(maxCallsPerSecond)
    .default(defaultCallsPerSecond)
    .meta({ label: "Calls per second" }),
  baseUrl: baseUrl("https://graph.facebook.com"),
});
export type MessengerSettings = z.infer<typeof MessengerSettings>;

type Access = Pick<MessengerSettings, "baseUrl" | "apiVersion" | "pageToken">;

export function graphOf({ baseUrl, apiVersion, pageToken }: Access): Graph {
  return { baseUrl, apiVersion, accessToken: pageToken, tokenIn: "query" };
}
