import type { Inbound } from "../inbound.ts";
import { policyNotices } from "../meta/inbound/policy.ts";
import { handshake, isSigned, signature } from "../meta/signature.ts";
import { fetchCustomer } from "./customer.ts";
import { pagesIn, parse } from "./parse.ts";
import type { MessengerSettings } from "./settings.ts";

export const inbound: Inbound<MessengerSettings> = {
  webhook: {
    handshake,
    signature,
    hasUnsignedCheck: false,
    secretOf: ({ appSecret }) => appSecret,
    verify: isSigned,
    pagesIn,
    parse,
    account: null,
    noticesIn: (body, { id }) => policyNotices(body, id),
    numberIn: null,
    answer: null,
    acknowledge: null,
  },
  repliesAreText: () => false,
  fetchCustomer,
  fetchMedia: null,
};
