import { Refusal } from "@banter/sdk/manage.ts";
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { prefetchConversations } from "./conversations/prefetch.ts";
import { customersSearch } from "./customers/search.ts";
import { AppFrame } from "./frame/app-frame.tsx";
import { NotFound, RouteFailure } from "./frame/error-pages.tsx";
import { findOnlyPage, recallPage } from "./frame/last-page.ts";
import { lazyPart } from "./frame/loading/lazy-part.tsx";
import { OfflineStrip } from "./frame/offline-strip.tsx";
import { PageFrame } from "./frame/page-frame.tsx";
import {
  aiSearch,
  audienceSearch,
  auditSearch,
  builderSearch,
  conversationsSearch,
  facebookSearch,
  flowsSearch,
  importSearch,
  keywordsSearch,
  loginSearch,
  settingsSearch,
  statisticsSearch,
} from "./frame/search-params.ts";
import { meQuery, pageQuery, setupQuery } from "./queries.ts";

type Context = { queryClient: QueryClient };

/** Loaded when it is first opened. Without a connection, the frame around it stays. */
const screen = (load: () => Promise<{ Screen: ComponentType }>) =>
  lazyPart(async () => (await load()).Screen, { isScreen: true });

const root = createRootRouteWithContext<Context>()({ component: Outlet });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: loginSearch,
  beforeLoad: async ({ context }) => {
    const { needs_owner } = await context.queryClient.fetchQuery(setupQuery);
    if (needs_owner) throw redirect({ to: "/setup" });
  },
  component: screen(() => import("./account/login.tsx")),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: screen(() => import("./account/setup.tsx")),
});
const join = createRoute({
  getParentRoute: () => root,
  path: "/join",
  component: screen(() => import("./account/join.tsx")),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: "/forgotten",
  component: screen(() => import("./account/forgotten.tsx")),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: screen(() => import("./account/reset.tsx")),
});

/** The screens that need a login. */
const app = createRoute({
  getParentRoute: () => root,
  id: "app",
  component: AppFrame,
  // Without a network, the user cannot be asked for yet.
  pendingComponent: OfflineStrip,
  staticData: { prefetch: (client) => client.prefetchQuery(meQuery) },
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        throw redirect({ to: "/login", search: location.href === "/" ? {} : { next: location.href } });
      throw error;
    }
  },
});
const home = createRoute({
  getParentRoute: () => app,
  path: "/",
  beforeLoad: async ({ context }) => {
    const pageId = recallPage() ?? (await findOnlyPage(context.queryClient));
    throw pageId ? redirect({ to: "/pages/$pageId", params: { pageId } }) : redirect({ to: "/pages" });
  },
});
const pages = createRoute({
  getParentRoute: () => app,
  path: "/pages",
  component: screen(() => import("./pages/screen.tsx")),
});
const templates = createRoute({
  getParentRoute: () => app,
  path: "/templates",
  component: screen(() => import("./pages/gallery/screen.tsx")),
});
/** Facebook's login leads back to this address. */
const connectFacebook = createRoute({
  getParentRoute: () => app,
  path: "/connect/facebook",
  validateSearch: facebookSearch,
  component: screen(() => import("./pages/facebook/screen.tsx")),
});
const team = createRoute({
  getParentRoute: () => app,
  path: "/settings/team",
  component: screen(() => import("./team/screen.tsx")),
});
const newWorkspace = createRoute({
  getParentRoute: () => app,
  path: "/settings/new-workspace",
  component: screen(() => import("./team/new-workspace.tsx")),
});
const profile = createRoute({
  getParentRoute: () => app,
  path: "/settings/profile",
  component: screen(() => import("./account/profile.tsx")),
});
const audit = createRoute({
  getParentRoute: () => app,
  path: "/settings/audit",
  validateSearch: auditSearch,
  component: screen(() => import("./team/audit/screen.tsx")),
});

const page = createRoute({
  getParentRoute: () => app,
  path: "/pages/$pageId",
  component: PageFrame,
  staticData: { prefetch: (client, { params: { pageId = "" } }) => client.prefetchQuery(pageQuery(pageId)) },
});
const pageHome = createRoute({
  getParentRoute: () => page,
  path: "/",
  component: screen(() => import("./home/screen.tsx")),
});
const flows = createRoute({
  getParentRoute: () => page,
  path: "/flows",
  validateSearch: flowsSearch,
  component: screen(() => import("./flows/screen.tsx")),
});
const pageTemplates = createRoute({
  getParentRoute: () => page,
  path: "/templates",
  component: screen(async () => ({ Screen: (await import("./pages/gallery/screen.tsx")).PageScreen })),
});
const builder = createRoute({
  getParentRoute: () => page,
  path: "/flows/$flowId",
  validateSearch: builderSearch,
  component: screen(() => import("./builder/screen.tsx")),
});
const conversations = createRoute({
  getParentRoute: () => page,
  path: "/conversations",
  validateSearch: conversationsSearch,
  component: screen(() => import("./conversations/screen.tsx")),
  staticData: {
    prefetch: (client, { params: { pageId = "", psid }, search }) =>
      prefetchConversations(client, pageId, { psid, ...search }),
  },
});
/** The list and the open conversation are one screen, which reads the address itself. */
const conversation = createRoute({ getParentRoute: () => conversations, path: "/$psid", component: () => null });
const keywords = createRoute({
  getParentRoute: () => page,
  path: "/keywords",
  validateSearch: keywordsSearch,
  component: screen(() => import("./keywords/screen.tsx")),
});
const iceBreakersAndMenu = createRoute({
  getParentRoute: () => page,
  path: "/ice-breakers-and-menu",
  component: screen(() => import("./ice-breakers-and-menu/screen.tsx")),
});
/** The former address of that screen, which people may have bookmarked. */
const offers = createRoute({
  getParentRoute: () => page,
  path: "/offers",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/pages/$pageId/ice-breakers-and-menu", params, replace: true });
  },
});
const tools = createRoute({
  getParentRoute: () => page,
  path: "/tools",
  component: screen(() => import("./tools/screen.tsx")),
});
const fields = createRoute({
  getParentRoute: () => page,
  path: "/fields",
  component: screen(() => import("./fields/screen.tsx")),
});
const customers = createRoute({
  getParentRoute: () => page,
  path: "/customers",
  validateSearch: customersSearch,
  component: screen(() => import("./customers/screen.tsx")),
});
const customerImport = createRoute({
  getParentRoute: () => page,
  path: "/customers/import",
  validateSearch: importSearch,
  component: screen(() => import("./customers/import/screen.tsx")),
});
const customerJobs = createRoute({
  getParentRoute: () => page,
  path: "/customers/jobs",
  component: screen(() => import("./customers/jobs.tsx")),
});
const customer = createRoute({
  getParentRoute: () => page,
  path: "/customers/$psid",
  component: screen(() => import("./customers/profile.tsx")),
});
const audience = createRoute({
  getParentRoute: () => page,
  path: "/audience",
  validateSearch: audienceSearch,
  component: screen(() => import("./audience/screen.tsx")),
});
const broadcast = createRoute({
  getParentRoute: () => page,
  path: "/audience/$broadcastId",
  component: screen(() => import("./audience/broadcast/screen.tsx")),
});
const sequence = createRoute({
  getParentRoute: () => page,
  path: "/audience/sequences/$sequenceId",
  component: screen(() => import("./audience/automation/sequences/editor.tsx")),
});
const rule = createRoute({
  getParentRoute: () => page,
  path: "/audience/rules/$ruleId",
  component: screen(() => import("./audience/automation/rules/editor.tsx")),
});
const ai = createRoute({
  getParentRoute: () => page,
  path: "/ai",
  validateSearch: aiSearch,
  component: screen(() => import("./ai/frame.tsx")),
});
const statistics = createRoute({
  getParentRoute: () => page,
  path: "/statistics",
  validateSearch: statisticsSearch,
  component: screen(() => import("./statistics/screen.tsx")),
});
const settings = createRoute({
  getParentRoute: () => page,
  path: "/settings",
  validateSearch: settingsSearch,
  component: screen(() => import("./pages/settings/screen.tsx")),
});

const tree = root.addChildren([
  login,
  setup,
  join,
  forgotten,
  reset,
  app.addChildren([
    home,
    pages,
    templates,
    connectFacebook,
    team,
    newWorkspace,
    profile,
    audit,
    page.addChildren([
      pageHome,
      ...[customers, customerImport, customerJobs, customer],
      ...[audience, broadcast, sequence, rule],
      ai,
      conversations.addChildren([conversation]),
      flows,
      pageTemplates,
      builder,
      keywords,
      iceBreakersAndMenu,
      offers,
      tools,
      fields,
      statistics,
      settings,
    ]),
  ]),
]);

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteFailure,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
