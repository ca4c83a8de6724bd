import type { Inbound } from "../../inbound.ts";
import { handshake, isSigned, signature } from "../../meta/signature.ts";
import { accountsIn, noticesIn } from "../account/notices.ts";
import type { Settings } from "../settings.ts";
import { fetchMedia } from "./media.ts";
import { pagesIn, parse } from "./parse.ts";

export const inbound: Inbound<Settings> = {
  webhook: {
    handshake,
    signature,
    hasUnsignedCheck: false,
    secretOf: ({ appSecret }) => appSecret,
    verify: isSigned,
    pagesIn,
    parse,
    account: { idOf: ({ businessAccountId }) => businessAccountId, idsIn: accountsIn },
    noticesIn: (body, { settings }) => noticesIn(body, settings),
    numberIn: null,
    answer: null,
    acknowledge: null,
  },
  repliesAreText: () => false,
  // Webhooks bring the names.
  fetchCustomer: null,
  fetchMedia,
};
