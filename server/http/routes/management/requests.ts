import type { requests } from "@banter/core/api/management/requests.ts";
import { AppError } from "@banter/core/model/error.ts";
import { tryRequest } from "../../../domain/requests/try-request.ts";
import { callLimiter } from "../../guards/call-limiter.ts";
import type { ManagementHandlers } from "./handlers.ts";

/** Enough to build a call by hand, too little to flood a server with. */
const mayTry = callLimiter({ burst: 10, perSecond: 0.2 });

export const requestHandlers: ManagementHandlers<typeof requests> = {
  "POST /pages/:page_id/requests/try": async (deps, { pageId, body, note }) => {
    if (!mayTry(pageId)) {
      throw new AppError("rate_limited", "Too many calls. Wait a little before the next one.", {
        headers: { "retry-after": "5" },
      });
    }
    note({ subject: URL.parse(body.step.url)?.host ?? "" });
    return tryRequest(deps, pageId, body);
  },
};
