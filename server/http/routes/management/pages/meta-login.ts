import type { metaLogin } from "@banter/core/api/management/platform/meta-login.ts";
import { endLogin, startLogin } from "../../../../domain/connect/login/meta-login.ts";
import type { Caller } from "../../../../domain/connect/login/ticket.ts";
import { connectAccount, tryAccount } from "../../../../domain/pages/login-pages.ts";
import type { ManagementCall, ManagementHandlers } from "../handlers.ts";
import { infoOf } from "./page-info.ts";

export const metaLoginHandlers: ManagementHandlers<typeof metaLogin> = {
  "GET /workspaces/:workspace_id/meta_login": async (deps, call) => ({ url: startLogin(deps, callerOf(call)) }),

  "POST /workspaces/:workspace_id/meta_login/accounts": async (deps, { body, ...call }) => {
    const { ticket, accounts, missingPermissions } = await endLogin(deps, callerOf(call), body);
    return {
      ticket,
      accounts: accounts.map(({ channel, platformId, name, mayMessage, pageId, isTaken }) => ({
        ...{ channel, platform_id: platformId, name, may_message: mayMessage, page_id: pageId, is_taken: isTaken },
      })),
      missing_permissions: missingPermissions,
    };
  },

  "POST /workspaces/:workspace_id/meta_login/pages": {
    prepare: (deps, { body: { platform_id: platformId, ...chosen }, ...call }) =>
      tryAccount(deps, callerOf(call), { platformId, ...chosen }),
    async handle(deps, { body: { platform_id: platformId, ...chosen }, note, ...call }) {
      const page = await connectAccount(deps, callerOf(call), { platformId, ...chosen });
      note({ subject: page.name });
      return infoOf(deps, page, call.role);
    },
  },
};

const callerOf = ({ user, workspaceId }: Pick<ManagementCall, "user" | "workspaceId">): Caller => ({
  userId: user.id,
  workspaceId,
});
