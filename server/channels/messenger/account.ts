import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import { type Account, defineEntry } from "../channel.ts";
import { newVerifyToken } from "../meta/settings.ts";
import { checkOwner, checkSubscription, fetchOwner, subscribe } from "../meta/subscribe.ts";
import { graphOf, MessengerSettings } from "./settings.ts";

type EnteredSettings = Pick<MessengerSettings, "pageToken" | "appSecret" | "apiVersion" | "baseUrl">;

/** Meta says whose page the token is. The app's secret stands in its dashboard only. */
const entry = defineEntry<MessengerSettings, EnteredSettings>({
  settings: MessengerSettings.pick({ pageToken: true, appSecret: true, apiVersion: true, baseUrl: true }),
  async identify(entered) {
    const { id, name = id } = await fetchOwner(graphOf(entered), "id", "name");
    // Links take the page's number as well as its name.
    return { platformId: id, name, handle: name, settings: { pageName: id, verifyToken: newVerifyToken() } };
  },
});

export const account: Account<MessengerSettings> = {
  entry,
  async connect(settings, webhookUrl) {
    await checkOwner(graphOf(settings), "id", webhookUrl);
    await subscribe(graphOf(settings), facts.dashboardFields);
  },
  async check(settings, webhookUrl) {
    await checkOwner(graphOf(settings), "id", webhookUrl);
    return checkSubscription(graphOf(settings), facts.dashboardFields);
  },
  renewal: null,
};
