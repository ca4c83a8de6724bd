import { broadcasts } from "./audience/broadcasts.ts";
import { rules } from "./audience/rules.ts";
import { segments } from "./audience/segments.ts";
import { sequences } from "./audience/sequences.ts";
import { catalog } from "./catalog.ts";
import { conversationActions } from "./conversation-actions.ts";
import { conversationTeam } from "./conversation-team.ts";
import { conversations } from "./conversations.ts";
import { customerJobs } from "./customer-jobs.ts";
import { contacts, customers } from "./customers.ts";
import { explanations } from "./explanations.ts";
import { flowPresence } from "./flow-presence.ts";
import { flows } from "./flows.ts";
import { health } from "./health.ts";
import { home } from "./home.ts";
import { loginResets } from "./login-resets.ts";
import { media } from "./media.ts";
import { notifications } from "./notifications.ts";
import { authoring } from "./page/authoring.ts";
import { conversationHelp } from "./page/conversation-help.ts";
import { evaluations } from "./page/evaluations.ts";
import { eventEndpoints } from "./page/event-endpoints.ts";
import { incomingHooks } from "./page/incoming-hooks.ts";
import { knowledge } from "./page/knowledge.ts";
import { models } from "./page/models.ts";
import { retention } from "./page/retention.ts";
import { tokens } from "./page/tokens.ts";
import { pages } from "./pages.ts";
import { people } from "./people.ts";
import { accounts } from "./platform/accounts.ts";
import { messageTemplates } from "./platform/message-templates.ts";
import { metaLogin } from "./platform/meta-login.ts";
import { posts } from "./platform/posts.ts";
import { requests } from "./requests.ts";
import { secrets } from "./secrets.ts";
import { pageFiles } from "./setup-file.ts";
import { statistics } from "./statistics.ts";
import { templates } from "./templates.ts";
import { triggers } from "./triggers.ts";

/** Every call of the management API: a table of routes per noun, in one. */
export const managementApi = {
  ...people,
  ...loginResets,
  ...pages,
  ...accounts,
  ...metaLogin,
  ...pageFiles,
  ...health,
  ...retention,
  ...flows,
  ...flowPresence,
  ...triggers,
  ...catalog,
  ...conversations,
  ...conversationTeam,
  ...conversationActions,
  ...conversationHelp,
  ...authoring,
  ...explanations,
  ...customers,
  ...contacts,
  ...customerJobs,
  ...segments,
  ...broadcasts,
  ...sequences,
  ...rules,
  ...knowledge,
  ...evaluations,
  ...media,
  ...messageTemplates,
  ...posts,
  ...notifications,
  ...statistics,
  ...home,
  ...secrets,
  ...tokens,
  ...eventEndpoints,
  ...incomingHooks,
  ...templates,
  ...requests,
  ...models,
};
export type ManagementApi = typeof managementApi;
