import { z } from "zod";
import { Id, WireId } from "../../../model/id.ts";
import { TokenScope } from "../../../model/limits/token-scope.ts";
import { Name } from "../../../model/names.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const Uses = z.strictObject({ created_at: Time, last_used_at: Time.nullable() });
const TokenInfo = Uses.extend({ id: Id, name: z.string(), scope: TokenScope });

/** The tokens of the public API. A token itself is shown once, when it is made: only its hash is stored. */
export const tokens = {
  "GET /pages/:page_id/token": {
    scope: "page",
    permission: "own",
    summary: "Get what is known of the first token",
    description:
      "When the page's first token was made and last used; null where there is none. The token itself is not kept.",
    params: inPage,
    reply: z.strictObject({ token: Uses.nullable() }),
  },
  "POST /pages/:page_id/token": {
    scope: "page",
    permission: "own",
    audit: "token_generated",
    summary: "Generate the first token",
    description:
      "Makes a token in place of the old one, which stops working immediately. It may do everything, and is shown once.",
    params: inPage,
    reply: z.strictObject({ token: z.string() }),
  },
  "DELETE /pages/:page_id/token": {
    scope: "page",
    permission: "own",
    audit: "token_deleted",
    summary: "Delete the first token",
    description: "Every call with it fails from now on. Other tokens of the page stay.",
    params: inPage,
    reply: Done,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/tokens": {
    scope: "page",
    permission: "own",
    summary: "List further tokens",
    description: "The page's tokens beside its first one, oldest first.",
    params: inPage,
    reply: z.strictObject({ tokens: z.array(TokenInfo) }),
  },
  "POST /pages/:page_id/tokens": {
    scope: "page",
    permission: "own",
    audit: "token_generated",
    summary: "Create a further token",
    description:
      "Makes a token beside the others. `read` may list and read statistics, `send` may also send, `all` may also change keywords. The token is shown once.",
    params: inPage,
    body: z.strictObject({ name: Name, scope: TokenScope.default("all") }),
    reply: z.strictObject({ token: z.string(), info: TokenInfo }),
    errors: ["conflict"],
  },
  "DELETE /pages/:page_id/tokens/:token_id": {
    scope: "page",
    permission: "own",
    audit: "token_deleted",
    summary: "Delete a further token",
    description: "Every call with it fails from now on. Other tokens of the page stay.",
    params: inPage.extend({ token_id: WireId }),
    reply: Done,
    errors: ["not_found"],
  },
} satisfies ManagementContract;
