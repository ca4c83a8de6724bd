import type { ManagementApi } from "@banter/core/api/management/index.ts";
import { catalogHandlers } from "./catalog.ts";
import { conversationActionHandlers } from "./conversations/actions.ts";
import { explanationHandlers } from "./conversations/explanations.ts";
import { conversationHandlers } from "./conversations/inbox.ts";
import { conversationTeamHandlers } from "./conversations/team.ts";
import { customerHandlers } from "./customers/customers.ts";
import { customerJobHandlers } from "./customers/jobs.ts";
import { flowPresenceHandlers } from "./flow-presence.ts";
import { flowHandlers } from "./flows.ts";
import type { ManagementHandlers } from "./handlers.ts";
import { healthHandlers } from "./health.ts";
import { homeHandlers } from "./home.ts";
import { mediaHandlers } from "./media.ts";
import { notificationHandlers } from "./notifications.ts";
import { messageTemplateHandlers } from "./pages/message-templates.ts";
import { metaLoginHandlers } from "./pages/meta-login.ts";
import { pageHandlers } from "./pages/pages.ts";
import { postHandlers } from "./pages/posts.ts";
import { pageFileHandlers } from "./pages/setup-file.ts";
import { templateHandlers } from "./pages/templates.ts";
import { tokenHandlers } from "./pages/tokens.ts";
import { loginResetHandlers } from "./people/login-resets.ts";
import { peopleHandlers } from "./people/people.ts";
import { requestHandlers } from "./requests.ts";
import { retentionHandlers } from "./retention.ts";
import { secretHandlers } from "./secrets.ts";
import { statisticsHandlers } from "./statistics.ts";
import { triggerHandlers } from "./triggers.ts";

/** The handlers of all routes of the management API. */
export const managementHandlers: ManagementHandlers<ManagementApi> = {
  ...peopleHandlers,
  ...loginResetHandlers,
  ...pageHandlers,
  ...metaLoginHandlers,
  ...pageFileHandlers,
  ...healthHandlers,
  ...retentionHandlers,
  ...flowHandlers,
  ...flowPresenceHandlers,
  ...triggerHandlers,
  ...catalogHandlers,
  ...notificationHandlers,
  ...statisticsHandlers,
  ...homeHandlers,
  ...conversationHandlers,
  ...conversationTeamHandlers,
  ...customerHandlers,
  ...customerJobHandlers,
  ...conversationActionHandlers,
  ...explanationHandlers,
  ...mediaHandlers,
  ...messageTemplateHandlers,
  ...postHandlers,
  ...secretHandlers,
  ...tokenHandlers,
  ...templateHandlers,
  ...requestHandlers,
};
