import { z } from "zod";
import { ChannelType } from "../../../channels/index.ts";
import { WireId } from "../../../model/id.ts";
import { Zone } from "../../../model/time/zone.ts";
import type { ManagementContract } from "../contract.ts";
import { PageInfo } from "../pages.ts";

const inWorkspace = z.object({ workspace_id: WireId });

/** An account that the login gives access to. */
const LoginAccount = z.strictObject({
  channel: ChannelType,
  platform_id: z.string(),
  name: z.string(),
  /** The person may answer messages there; without that, it cannot be connected. */
  may_message: z.boolean(),
  /** The page of this workspace that has the account already: choosing it connects it again. */
  page_id: z.string().nullable(),
  /** Another workspace of this server has the account. */
  is_taken: z.boolean(),
});

/** Connecting pages by Facebook's login, where the operator has set up an app at Meta. */
export const metaLogin = {
  "GET /workspaces/:workspace_id/meta_login": {
    scope: "workspace",
    permission: "own",
    summary: "Get the address of Facebook's login",
    description:
      "The dialog in which the caller allows the app of this server to use their pages. It leads back to `/connect/facebook` with a `code` and a `state`, which begins with the workspace's number and is good for 15 minutes, for this caller only.",
    params: inWorkspace,
    reply: z.strictObject({ url: z.string() }),
    errors: ["conflict"],
  },
  "POST /workspaces/:workspace_id/meta_login/accounts": {
    scope: "workspace",
    permission: "own",
    isQuiet: true,
    commitsAlone: true,
    summary: "List the accounts of a login",
    description:
      "Exchanges the `code` of Facebook's login for access to the caller's pages and the accounts that are linked to them. Nothing is stored: the `ticket` holds the access, sealed, for 15 minutes. `missing_permissions` names what the caller has not granted.",
    params: inWorkspace,
    body: z.strictObject({ code: z.string().min(1).max(4000), state: z.string().min(1).max(1000) }),
    reply: z.strictObject({
      ticket: z.string(),
      accounts: z.array(LoginAccount),
      missing_permissions: z.array(z.string()),
    }),
    errors: ["conflict", "unavailable"],
  },
  "POST /workspaces/:workspace_id/meta_login/pages": {
    scope: "workspace",
    permission: "own",
    audit: "page_connected",
    preparesFirst: true,
    summary: "Connect an account of a login",
    description:
      "Makes a page of one account of the ticket and connects it, or connects the workspace's page that has the account again. Meta is told to send the app's webhooks here.",
    params: inWorkspace,
    body: z.strictObject({
      ticket: z.string().min(1).max(800_000),
      channel: ChannelType,
      platform_id: z.string().regex(/^[0-9]{1,32}$/, "must be digits"),
      timezone: Zone.optional(),
    }),
    reply: PageInfo,
    errors: ["conflict", "not_found", "unavailable"],
  },
} satisfies ManagementContract;
