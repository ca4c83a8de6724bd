import type { Inbound } from "../../inbound.ts";
import { acknowledge } from "../deliver.ts";
import { fetchMedia } from "../media.ts";
import { type Settings, signature, verify, webhookSecretOf } from "../settings.ts";
import { answer } from "./checkout.ts";
import { numberIn, parse } from "./parse.ts";

export const inbound: Inbound<Settings> = {
  webhook: {
    handshake: null,
    signature,
    hasUnsignedCheck: false,
    secretOf: webhookSecretOf,
    verify,
    // Updates do not name their bot, so each bot has an address of its own.
    pagesIn: null,
    parse,
    account: null,
    noticesIn: null,
    numberIn,
    answer,
    acknowledge,
  },
  repliesAreText: ({ quickReplies }) => quickReplies === "keyboard",
  // Every update holds the facts about its customer.
  fetchCustomer: null,
  fetchMedia,
};
