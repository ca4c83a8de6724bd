import type { people } from "@banter/core/api/management/people.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { z } from "zod";
import { isUnused } from "../../../../domain/pages/demo.ts";
import { listAudit } from "../../../../domain/people/audit-log.ts";
import {
  getInvitation,
  invite,
  joinInvited,
  signUpInvited,
  withdrawInvitation,
} from "../../../../domain/people/invitations.ts";
import { changeRole, removeMember, signUpOwner } from "../../../../domain/people/members.ts";
import { createWorkspace } from "../../../../domain/people/workspaces.ts";
import { releaseOf } from "../../../../release.ts";
import { type Invitation, listInvitations } from "../../../../store/people/invitations.ts";
import { listMembers, listWorkspacesOf } from "../../../../store/people/members.ts";
import { hasTwoFactor, hasUsers } from "../../../../store/people/users.ts";
import { renameWorkspace } from "../../../../store/people/workspaces.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const peopleHandlers: ManagementHandlers<typeof people> = {
  "GET /setup": async ({ db, emails, makesDemo }) => ({
    needs_owner: !(await hasUsers(db)) && !(makesDemo && (await isUnused(db))),
    has_email: emails !== undefined,
  }),

  "POST /setup": async (deps, { body, note }) => {
    if (deps.makesDemo && (await isUnused(deps.db)))
      throw new AppError("unavailable", "The server is starting, and makes its first owner itself.");
    note({ subject: body.email, ...(await signUpOwner(deps, body)) });
    return {};
  },

  "GET /me": async ({ db }, { user }) => ({
    user: { ...user, has_two_factor: await hasTwoFactor(db, user.id) },
    workspaces: await listWorkspacesOf(db, user.id),
    version: releaseOf(),
  }),

  "POST /workspaces": async (deps, { user, body, note }) => {
    const workspaceId = await createWorkspace(deps, user.id, body.name);
    note({ subject: body.name, workspaceId });
    return { workspace_id: workspaceId };
  },

  "PATCH /workspaces/:workspace_id": async ({ db }, { workspaceId, body, note }) => {
    await renameWorkspace(db, workspaceId, body.name);
    note({ subject: body.name });
    return {};
  },

  "GET /workspaces/:workspace_id/members": async ({ db }, { workspaceId }) => ({
    members: (await listMembers(db, workspaceId)).map(({ joinedAt, hasTwoFactor, ...member }) => ({
      ...member,
      has_two_factor: hasTwoFactor,
      joined_at: joinedAt,
    })),
  }),

  "PATCH /workspaces/:workspace_id/members/:user_id": async (deps, { workspaceId, params, body, note }) => {
    const { email } = await changeRole(deps, workspaceId, params.user_id, body.role);
    note({ subject: `${email}: ${body.role}` });
    return {};
  },

  "DELETE /workspaces/:workspace_id/members/:user_id": async (deps, { workspaceId, params, note }) => {
    const { email } = await removeMember(deps, workspaceId, params.user_id);
    note({ subject: email });
    return {};
  },

  "GET /workspaces/:workspace_id/invitations": async ({ db }, { workspaceId }) => ({
    invitations: (await listInvitations(db, workspaceId)).map(wireInvitation),
  }),

  "POST /workspaces/:workspace_id/invitations": async (deps, { workspaceId, user, body, note }) => {
    const { invitation, link, isEmailed } = await invite(deps, workspaceId, { ...body, by: user });
    note({ subject: body.email ?? body.role });
    return { invitation: wireInvitation(invitation), link, is_emailed: isEmailed };
  },

  "DELETE /workspaces/:workspace_id/invitations/:invitation_id": async (deps, { workspaceId, params, note }) => {
    const { email, role } = await withdrawInvitation(deps, workspaceId, params.invitation_id);
    note({ subject: email ?? role });
    return {};
  },

  "POST /invitations/look": async (deps, { body }) => {
    const { workspace, role, email } = await getInvitation(deps, body.token);
    return { workspace, role, email };
  },

  "POST /invitations/sign_up": async (deps, { body, note }) => {
    note({ subject: body.email, ...(await signUpInvited(deps, body)) });
    return {};
  },

  "POST /invitations/join": async (deps, { user, body, note }) => {
    const { workspaceId } = await joinInvited(deps, user, body.token);
    note({ subject: user.email, workspaceId });
    return { workspace_id: workspaceId };
  },

  "GET /workspaces/:workspace_id/audit": async (deps, { workspaceId, query }) => ({
    entries: (await listAudit(deps, workspaceId, filterOf(query))).map(({ pageId, subjectId, ...entry }) => ({
      ...entry,
      page_id: pageId,
      subject_id: subjectId,
    })),
  }),
};

const filterOf = ({ page_id: pageId, user_id: userId, ...same }: AuditQuery) => ({ ...same, pageId, userId });
type AuditQuery = z.output<(typeof people)["GET /workspaces/:workspace_id/audit"]["query"]>;

const wireInvitation = ({ createdAt, expiresAt, ...invitation }: Invitation) => ({
  ...invitation,
  created_at: createdAt,
  expires_at: expiresAt,
});
