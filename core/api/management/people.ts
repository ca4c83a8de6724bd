import { z } from "zod";
import { PageId } from "../../channels/index.ts";
import { Id, WireId } from "../../model/id.ts";
import { Name } from "../../model/names.ts";
import { Role } from "../../model/role.ts";
import { anyText } from "../../model/text.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { Email, Password } from "./logins.ts";

const Done = z.strictObject({});

const Workspace = z.strictObject({ id: Id, name: z.string(), role: Role });
const Person = z.strictObject({ id: z.string(), name: z.string(), email: z.string() });
const Invitation = z.strictObject({
  id: Id,
  role: Role,
  email: z.string().nullable(),
  created_at: Time,
  expires_at: Time,
});

const inWorkspace = z.object({ workspace_id: WireId });

/**
 * Logins themselves (sign in and out, sessions, passwords, two-factor) are the calls of `logins.ts`.
 */
export const people = {
  "GET /setup": {
    scope: "anyone",
    summary: "Is there an owner?",
    description: "Whether the first owner has yet to sign up, and whether the server sends e-mail.",
    reply: z.strictObject({ needs_owner: z.boolean(), has_email: z.boolean() }),
  },
  "POST /setup": {
    scope: "anyone",
    audit: "owner_signed_up",
    summary: "Sign up the first owner",
    description: "Makes the first owner and a workspace. Refused for good once there is somebody.",
    body: z.strictObject({ name: Name, email: Email, password: Password, workspace: Name }),
    reply: Done,
    errors: ["conflict"],
  },
  "GET /me": {
    scope: "user",
    summary: "Who am I?",
    description: "The person logged in, the workspaces they belong to, and the server's version.",
    reply: z.strictObject({
      user: Person.extend({ has_two_factor: z.boolean() }),
      workspaces: z.array(Workspace),
      /** The server's version, such as 0.1.0. */
      version: z.string(),
    }),
  },
  "POST /workspaces": {
    scope: "user",
    audit: "workspace_created",
    summary: "Create a workspace",
    description: "Makes another workspace with the caller as its owner. The caller must own one on this server.",
    body: z.strictObject({ name: Name }),
    reply: z.strictObject({ workspace_id: Id }),
    errors: ["forbidden"],
  },
  "PATCH /workspaces/:workspace_id": {
    scope: "workspace",
    permission: "lead",
    audit: "workspace_renamed",
    summary: "Rename a workspace",
    description: "Gives the workspace another name.",
    params: inWorkspace,
    body: z.strictObject({ name: Name }),
    reply: Done,
  },
  "GET /workspaces/:workspace_id/members": {
    scope: "workspace",
    permission: "look",
    summary: "List members",
    description: "Everybody in the workspace, with their roles.",
    params: inWorkspace,
    reply: z.strictObject({
      members: z.array(Person.extend({ role: Role, has_two_factor: z.boolean(), joined_at: Time })),
    }),
  },
  "PATCH /workspaces/:workspace_id/members/:user_id": {
    scope: "workspace",
    permission: "lead",
    audit: "role_changed",
    summary: "Change a role",
    description: "Gives a member another role. The last owner stays one.",
    params: inWorkspace.extend({ user_id: z.string().max(100) }),
    body: z.strictObject({ role: Role }),
    reply: Done,
    errors: ["not_found", "conflict"],
  },
  "DELETE /workspaces/:workspace_id/members/:user_id": {
    scope: "workspace",
    permission: "lead",
    audit: "member_removed",
    summary: "Remove a member",
    description: "Ends a membership at once. The last owner stays.",
    params: inWorkspace.extend({ user_id: z.string().max(100) }),
    reply: Done,
    errors: ["not_found", "conflict"],
  },
  "GET /workspaces/:workspace_id/invitations": {
    scope: "workspace",
    permission: "lead",
    summary: "List invitations",
    description: "Invitations that were not yet accepted and have not run out.",
    params: inWorkspace,
    reply: z.strictObject({ invitations: z.array(Invitation) }),
  },
  "POST /workspaces/:workspace_id/invitations": {
    scope: "workspace",
    permission: "lead",
    audit: "member_invited",
    summary: "Invite somebody",
    description:
      "Makes a link that lets one person in, for seven days. The link is shown this once, and sent to the e-mail address if there is one and the server sends e-mail. A workspace may send 30 e-mails an hour.",
    params: inWorkspace,
    body: z.strictObject({ role: Role, email: Email.nullable().default(null) }),
    reply: z.strictObject({ invitation: Invitation, link: z.string(), is_emailed: z.boolean() }),
    errors: ["rate_limited"],
  },
  "DELETE /workspaces/:workspace_id/invitations/:invitation_id": {
    scope: "workspace",
    permission: "lead",
    audit: "invitation_withdrawn",
    summary: "Withdraw an invitation",
    description: "Its link stops working immediately.",
    params: inWorkspace.extend({ invitation_id: WireId }),
    reply: Done,
    errors: ["not_found"],
  },
  "POST /invitations/look": {
    scope: "anyone",
    summary: "Read an invitation",
    description: "What a link invites to.",
    body: z.strictObject({ token: z.string().max(200) }),
    reply: z.strictObject({ workspace: z.string(), role: Role, email: z.string().nullable() }),
    errors: ["not_found"],
  },
  "POST /invitations/sign_up": {
    scope: "anyone",
    audit: "member_joined",
    summary: "Join with a new login",
    description: "Makes a login and joins the workspace.",
    body: z.strictObject({ token: z.string().max(200), name: Name, email: Email, password: Password }),
    reply: Done,
    errors: ["not_found", "conflict"],
  },
  "POST /invitations/join": {
    scope: "user",
    audit: "member_joined",
    summary: "Join with the login one has",
    description: "Joins the workspace as the person logged in.",
    body: z.strictObject({ token: z.string().max(200) }),
    reply: z.strictObject({ workspace_id: Id }),
    errors: ["not_found", "conflict"],
  },
  "GET /workspaces/:workspace_id/audit": {
    scope: "workspace",
    permission: "lead",
    summary: "Read the audit log",
    description:
      "Who changed what, newest first, 100 at a time; `before` is the id of the last one read. An empty `user_id` is the server, `search` looks for a part of the subject.",
    params: inWorkspace,
    query: z.object({
      before: WireId.optional(),
      page_id: PageId.optional(),
      user_id: z.string().max(100).optional(),
      action: z.string().max(100).optional(),
      from: Time.optional(),
      until: Time.optional(),
      search: anyText(200).optional(),
    }),
    reply: z.strictObject({
      entries: z.array(
        z.strictObject({
          id: Id,
          at: Time,
          user: z.string(),
          page_id: z.string().nullable(),
          action: z.string(),
          subject: z.string().nullable(),
          /** The id of the flow, keyword or whatever the subject names, where it has one. */
          subject_id: Id.nullable(),
        }),
      ),
    }),
  },
} satisfies ManagementContract;
