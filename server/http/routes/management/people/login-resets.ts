import type { loginResets } from "@banter/core/api/management/login-resets.ts";
import { resetMemberPassword, resetMemberSecondFactor } from "../../../../domain/people/member-resets.ts";
import { getReset, requestPasswordReset, usePasswordReset } from "../../../../domain/people/password-resets.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const loginResetHandlers: ManagementHandlers<typeof loginResets> = {
  "POST /password_resets": async (deps, { body, address }) => {
    await requestPasswordReset(deps, { email: body.email, network: address });
    return {};
  },

  "POST /password_resets/look": async (deps, { body }) => ({ email: (await getReset(deps, body.token)).email }),

  "POST /password_resets/use": async (deps, { body }) => {
    await usePasswordReset(deps, body);
    return {};
  },

  "POST /workspaces/:workspace_id/members/:user_id/password_reset": async (
    deps,
    { workspaceId, user, params, note },
  ) => {
    const given = { workspaceId, userId: params.user_id, by: user };
    const { member, link, expiresAt } = await resetMemberPassword(deps, given);
    note({ subject: member.email });
    return { link, expires_at: expiresAt };
  },

  "POST /workspaces/:workspace_id/members/:user_id/second_factor_reset": async (
    deps,
    { workspaceId, user, params, note },
  ) => {
    const { email } = await resetMemberSecondFactor(deps, { workspaceId, userId: params.user_id, by: user });
    note({ subject: email });
    return {};
  },
};
