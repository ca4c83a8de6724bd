import type { home } from "@banter/core/api/management/home.ts";
import { readHome } from "../../../domain/pages/home.ts";
import { closeFirstSteps } from "../../../store/catalog/closed-first-steps.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const homeHandlers: ManagementHandlers<typeof home> = {
  "GET /pages/:page_id/home": (deps, { pageId }) => readHome(deps, pageId),

  "POST /pages/:page_id/first_steps/close": async ({ db }, { pageId }) => {
    await closeFirstSteps(db, pageId);
    return {};
  },
};
