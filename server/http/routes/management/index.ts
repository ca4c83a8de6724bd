import type { ManagementApi } from "@banter/core/api/management/index.ts";
import { catalogHandlers } from "./catalog.ts";
import { conversationTeamHandlers } from "./conversation-team.ts";
import { conversationHandlers } from "./conversations.ts";
import { flowHandlers } from "./flows.ts";
import type { ManagementHandlers } from "./handlers.ts";
import { healthHandlers } from "./health.ts";
import { homeHandlers } from "./home.ts";
import { pageHandlers } from "./pages.ts";
import { peopleHandlers } from "./people.ts";
import { statisticsHandlers } from "./statistics.ts";

/** The handlers of all routes of the management API. */
export const managementHandlers: ManagementHandlers<ManagementApi> = {
  ...peopleHandlers,
  ...pageHandlers,
  ...healthHandlers,
  ...flowHandlers,
  ...catalogHandlers,
  ...statisticsHandlers,
  ...homeHandlers,
  ...conversationHandlers,
  ...conversationTeamHandlers,
};
