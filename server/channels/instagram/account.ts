import { instagram as facts } from "@banter/core/channels/instagram/facts.ts";
import { type Account, defineEntry } from "../channel.ts";
import { callGraph } from "../meta/graph.ts";
import { newVerifyToken } from "../meta/settings.ts";
import { checkOwner, checkSubscription, fetchOwner, subscribe } from "../meta/subscribe.ts";
import { renewal } from "./renewal.ts";
import { type Access, graphOf, InstagramSettings } from "./settings.ts";

type EnteredSettings = Omit<Access, "login"> & Pick<InstagramSettings, "appSecret">;

const asked = { accessToken: true, appSecret: true } as const;

/** Meta says whose account the token is, and the token itself by which login it was given. */
const entry = defineEntry<InstagramSettings, EnteredSettings>({
  settings: InstagramSettings.pick({ ...asked, apiVersion: true, baseUrl: true, instagramUrl: true }),
  async identify(entered) {
    const login = entered.accessToken.startsWith("IG") ? "instagram" : "facebook";
    const graph = graphOf({ ...entered, login });
    const { id } = await fetchOwner(graph, accountFields[login]);
    const path = login === "instagram" ? "me" : id;
    const { body } = await callGraph(graph, { method: "GET", path, query: { fields: "username" } });
    const username = typeof body.username === "string" ? body.username : "";
    return {
      ...{ platformId: id, name: username || id, handle: username ? `@${username}` : id },
      settings: { login, username, verifyToken: newVerifyToken() },
    };
  },
});

export const account: Account<InstagramSettings> = {
  entry,
  async connect(settings, webhookUrl) {
    await checkOwner(graphOf(settings), accountFields[settings.login], webhookUrl);
    await subscribe(graphOf(settings), fields[settings.login]);
  },
  async check(settings, webhookUrl) {
    await checkOwner(graphOf(settings), accountFields[settings.login], webhookUrl);
    return checkSubscription(graphOf(settings), fields[settings.login]);
  },
  renewal,
};

/** With Facebook Login, the page's subscriptions apply to its Instagram account; the others are set in the app. */
const fields = {
  facebook: [
    "messages",
    "messaging_postbacks",
    "messaging_referrals",
    "messaging_handovers",
    "standby",
    "message_reactions",
  ],
  instagram: facts.dashboardFields,
};

/** The field of `me` that holds the id of the account in webhooks. */
const accountFields = { facebook: "instagram_business_account", instagram: "user_id" };
