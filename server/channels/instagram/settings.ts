import { z } from "zod";
import type { Graph } from "../meta/graph.ts";
import { accessToken, baseUrl, linkName, metaSettings } from "../meta/settings.ts";

/** An account is reached through the Facebook page it is linked to, or directly at another address of Meta. */
export const InstagramSettings = z.object({
  login: z
    .enum(["facebook", "instagram"])
    .default("facebook")
    .meta({ label: "Login that gave the token: Facebook (with a page) or Instagram" }),
  accessToken: accessToken("Access token, of the page or of the Instagram account"),
  ...metaSettings,
  username: linkName("Name of the account in ig.me links"),
  baseUrl: baseUrl("https://graph.facebook.com").meta({
    label: "Address of the Graph API for Facebook Login",
    input: "text",
    isPlatformAddress: true,
  }),
  instagramUrl: baseUrl("https://graph.instagram.com").meta({
    label: "Address of the Graph API for Instagram Login",
    input: "text",
    isPlatformAddress: true,
  }),
});
export type InstagramSettings = z.infer<typeof InstagramSettings>;

/** The settings that calls need. */
export type Access = Pick<InstagramSettings, "login" | "accessToken" | "apiVersion" | "baseUrl" | "instagramUrl">;

export function graphOf({ login, accessToken, apiVersion, baseUrl, instagramUrl }: Access): Graph {
  return login === "instagram"
    ? { baseUrl: instagramUrl, apiVersion, accessToken, tokenIn: "header" }
    : { baseUrl, apiVersion, accessToken, tokenIn: "query" };
}
