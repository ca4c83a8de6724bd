import type { ManagementApi } from "@banter/core/api/management/index.ts";
import { catalogHandlers } from "./catalog.ts";
import { conversationActionHandlers } from "./conversations/actions.ts";
import { explanationHandlers } from "./conversations/explanations.ts";
import { conversationHelpHandlers } from "./conversations/help.ts";
import { conversationHandlers } from "./conversations/inbox.ts";
import { conversationTeamHandlers } from "./conversations/team.ts";
import { broadcastHandlers } from "./customers/broadcasts.ts";
import { contactHandlers } from "./customers/contacts.ts";
import { customerHandlers } from "./customers/customers.ts";
import { customerJobHandlers } from "./customers/jobs.ts";
import { ruleHandlers } from "./customers/rules.ts";
import { segmentHandlers } from "./customers/segments.ts";
import { sequenceHandlers } from "./customers/sequences.ts";
import { flowPresenceHandlers } from "./flow-presence.ts";
import { flowHandlers } from "./flows.ts";
import type { ManagementHandlers } from "./handlers.ts";
import { healthHandlers } from "./health.ts";
import { homeHandlers } from "./home.ts";
import { mediaHandlers } from "./media.ts";
import { notificationHandlers } from "./notifications.ts";
import { accountHandlers } from "./pages/accounts.ts";
import { authoringHandlers } from "./pages/authoring/authoring.ts";
import { evaluationHandlers } from "./pages/evaluations.ts";
import { eventEndpointHandlers } from "./pages/event-endpoints.ts";
import { incomingHookHandlers } from "./pages/incoming-hooks.ts";
import { knowledgeHandlers } from "./pages/knowledge.ts";
import { messageTemplateHandlers } from "./pages/message-templates.ts";
import { metaLoginHandlers } from "./pages/meta-login.ts";
import { modelHandlers } from "./pages/models.ts";
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
  ...accountHandlers,
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
  ...contactHandlers,
  ...customerJobHandlers,
  ...segmentHandlers,
  ...broadcastHandlers,
  ...sequenceHandlers,
  ...ruleHandlers,
  ...knowledgeHandlers,
  ...evaluationHandlers,
  ...conversationActionHandlers,
  ...conversationHelpHandlers,
  ...authoringHandlers,
  ...explanationHandlers,
  ...mediaHandlers,
  ...messageTemplateHandlers,
  ...postHandlers,
  ...secretHandlers,
  ...tokenHandlers,
  ...eventEndpointHandlers,
  ...incomingHookHandlers,
  ...templateHandlers,
  ...requestHandlers,
  ...modelHandlers,
};
