import type { Inbound } from "../inbound.ts";
import { handshake, isSigned, signature } from "../meta/signature.ts";
import { fetchCustomer } from "./customer.ts";
import { pagesIn, parse } from "./parse.ts";
import type { InstagramSettings } from "./settings.ts";

export const inbound: Inbound<InstagramSettings> = {
  webhook: {
    handshake,
    signature,
    hasUnsignedCheck: false,
    secretOf: ({ appSecret }) => appSecret,
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
