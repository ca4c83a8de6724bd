import { z } from "zod";
import { WireId } from "../../model/id.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { Email, Password } from "./logins.ts";

const Done = z.strictObject({});
const ofMember = z.object({ workspace_id: WireId, user_id: z.string().max(100) });
const Token = z.string().max(200);

/** A forgotten password or a lost second factor. */
export const loginResets = {
  "POST /password_resets": {
    scope: "anyone",
    isQuiet: true,
    commitsAlone: true,
    summary: "Ask for a new password",
    description:
      "Sends an e-mail with a link to the person of this address; the link is good once, within an hour. The answer is the same if nobody has the address.",
    body: z.strictObject({ email: Email }),
    reply: Done,
    errors: ["conflict", "rate_limited"],
  },
  "POST /password_resets/look": {
    scope: "anyone",
    isQuiet: true,
    summary: "Read a link for a new password",
    description: "The person whose password the link sets.",
    body: z.strictObject({ token: Token }),
    reply: z.strictObject({ email: z.string() }),
    errors: ["not_found"],
  },
  "POST /password_resets/use": {
    scope: "anyone",
    isQuiet: true,
    summary: "Set a new password by a link",
    description: "Ends all sessions of the person. A second factor is still asked for.",
    body: z.strictObject({ token: Token, password: Password }),
    reply: Done,
    errors: ["not_found"],
  },
  "POST /workspaces/:workspace_id/members/:user_id/password_reset": {
    scope: "workspace",
    permission: "lead",
    audit: "member_password_reset",
    summary: "Make a link for a member's new password",
    description:
      "The link is good once, within a day, and is shown this once. Refused for oneself, and for a person who belongs to a workspace that the caller does not own.",
    params: ofMember,
    reply: z.strictObject({ link: z.string(), expires_at: Time }),
    errors: ["not_found", "conflict"],
  },
  "POST /workspaces/:workspace_id/members/:user_id/second_factor_reset": {
    scope: "workspace",
    permission: "lead",
    audit: "member_second_factor_reset",
    summary: "Remove a member's second factor",
    description:
      "For a lost phone: the password alone is enough then. Ends all sessions of the person. Refused as for the password.",
    params: ofMember,
    reply: Done,
    errors: ["not_found", "conflict", "rate_limited"],
  },
} satisfies ManagementContract;
