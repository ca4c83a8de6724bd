import type { Inbound } from "../inbound.ts";
import { fetchCustomer } from "./customer.ts";
import { pagesIn, parse } from "./parse.ts";
import type { Settings } from "./settings.ts";
import { isSigned, signature, webhookSecretOf } from "./signature.ts";

export const inbound: Inbound<Settings> = {
  webhook: {
    handshake: null,
    signature,
    hasUnsignedCheck: true,
    secretOf: webhookSecretOf,
    verify: isSigned,
    pagesIn,
    parse,
    account: null,
    noticesIn: null,
    numberIn: null,
    answer: null,
    acknowledge: null,
  },
  repliesAreText: () => false,
  fetchCustomer,
  fetchMedia: null,
};
