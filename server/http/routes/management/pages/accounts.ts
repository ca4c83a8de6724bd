import type { accounts } from "@banter/core/api/management/platform/accounts.ts";
import { identifyAccount } from "../../../../domain/connect/identify.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const accountHandlers: ManagementHandlers<typeof accounts> = {
  "POST /workspaces/:workspace_id/identify_account": async (deps, { body: { channel, settings } }) => {
    const { platformId, ...identity } = await identifyAccount(deps, channel, settings);
    return { platform_id: platformId, ...identity };
  },
};
