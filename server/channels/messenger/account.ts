import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import type { Account } from "../channel.ts";
import { checkOwner, checkSubscription, subscribe } from "../meta/subscribe.ts";
import { graphOf, type MessengerSettings } from "./settings.ts";

export const account: Account<MessengerSettings> = {
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
