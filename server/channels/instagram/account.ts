import { instagram as facts } from "@banter/core/channels/instagram/facts.ts";
import type { Account } from "../channel.ts";
import { checkOwner, checkSubscription, subscribe } from "../meta/subscribe.ts";
import { renewal } from "./renewal.ts";
import { graphOf, type InstagramSettings } from "./settings.ts";

export const account: Account<InstagramSettings> = {
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
