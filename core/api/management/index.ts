import { catalog } from "./catalog.ts";
import { conversationActions } from "./conversation-actions.ts";
import { conversationTeam } from "./conversation-team.ts";
import { conversations } from "./conversations.ts";
import { customerJobs } from "./customer-jobs.ts";
import { customers } from "./customers.ts";
import { explanations } from "./explanations.ts";
import { flowPresence } from "./flow-presence.ts";
import { flows } from "./flows.ts";
import { health } from "./health.ts";
import { home } from "./home.ts";
import { loginResets } from "./login-resets.ts";
import { media } from "./media.ts";
import { notifications } from "./notifications.ts";
import { pages } from "./pages.ts";
import { people } from "./people.ts";
import { messageTemplates } from "./platform/message-templates.ts";
import { metaLogin } from "./platform/meta-login.ts";
import { posts } from "./platform/posts.ts";
import { requests } from "./requests.ts";
import { retention } from "./retention.ts";
import { secrets } from "./secrets.ts";
import { pageFiles } from "./setup-file.ts";
import { statistics } from "./statistics.ts";
import { templates } from "./templates.ts";
import { tokens } from "./tokens.ts";
import { triggers } from "./triggers.ts";

/** Every call of the management API: a table of routes per noun, in one. */
export const managementApi = {
  ...people,
  ...loginResets,
  ...pages,
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
  ...explanations,
  ...customers,
  ...customerJobs,
  ...media,
  ...messageTemplates,
  ...posts,
  ...notifications,
  ...statistics,
  ...home,
  ...secrets,
  ...tokens,
  ...templates,
  ...requests,
};
export type ManagementApi = typeof managementApi;
