import type { ManagementApi } from "@banter/core/api/management/index.ts";
import { catalogHandlers } from "./catalog.ts";
import { conversationActionHandlers } from "./conversations/actions.ts";
import { explanationHandlers } from "./conversations/explanations.ts";
import { customerHandlers } from "./customers/customers.ts";
import { customerJobHandlers } from "./customers/jobs.ts";
import { flowHandlers } from "./flows.ts";
import type { ManagementHandlers } from "./handlers.ts";
import { healthHandlers } from "./health.ts";
import { pageHandlers } from "./pages.ts";
import { peopleHandlers } from "./people.ts";

/** The handlers of all routes of the management API. */
export const managementHandlers: ManagementHandlers<ManagementApi> = {
  ...peopleHandlers,
  ...pageHandlers,
  ...healthHandlers,
  ...flowHandlers,
  ...catalogHandlers,
  ...customerHandlers,
  ...customerJobHandlers,
  ...conversationActionHandlers,
  ...explanationHandlers,
};
