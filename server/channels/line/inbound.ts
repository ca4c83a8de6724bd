import type { Inbound } from "../inbound.ts";
import { fetchCustomer } from "./customer.ts";
import { fetchMedia } from "./media.ts";
import { noticesIn } from "./notices.ts";
import { parse } from "./parse.ts";
import { type Settings, signature, verify } from "./settings.ts";

export const inbound: Inbound<Settings> = {
  webhook: {
    handshake: null,
    signature,
    hasUnsignedCheck: false,
    secretOf: ({ channelSecret }) => channelSecret,
    verify,
    pagesIn: null,
    parse,
    account: null,
    noticesIn,
    numberIn: null,
    answer: null,
    acknowledge: null,
  },
  repliesAreText: () => false,
  fetchCustomer,
  fetchMedia,
};
