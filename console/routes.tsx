import { Refusal } from "@banter/sdk/manage.ts";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { prefetchConversations } from "./conversations/prefetch.ts";
import { customersSearch } from "./customers/search.ts";
import { AppFrame } from "./frame/app-frame.tsx";
import { NotFound, RouteFailure } from "./frame/error-pages.tsx";
import { recallPage } from "./frame/last-page.ts";
import { PageFrame } from "./frame/page-frame.tsx";
import {
  conversationsSearch,
  flowsSearch,
  importSearch,
  keywordsSearch,
  loginSearch,
  settingsSearch,
  statisticsSearch,
} from "./frame/search-params.ts";
import { meQuery, pageQuery, setupQuery } from "./queries.ts";

type Context = { queryClient: QueryClient };

const root = createRootRouteWithContext<Context>()({ component: Outlet });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: loginSearch,
  beforeLoad: async ({ context }) => {
    const { needs_owner } = await context.queryClient.fetchQuery(setupQuery);
    if (needs_owner) throw redirect({ to: "/setup" });
  },
  component: lazyRouteComponent(() => import("./account/login.tsx"), "Screen"),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: lazyRouteComponent(() => import("./account/setup.tsx"), "Screen"),
});
const join = createRoute({
  getParentRoute: () => root,
  path: "/join",
  component: lazyRouteComponent(() => import("./account/join.tsx"), "Screen"),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: "/forgotten",
  component: lazyRouteComponent(() => import("./account/forgotten.tsx"), "Screen"),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: lazyRouteComponent(() => import("./account/reset.tsx"), "Screen"),
});

/** The screens that need a login. */
const app = createRoute({
  getParentRoute: () => root,
  id: "app",
  component: AppFrame,
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
  beforeLoad: () => {
    const pageId = recallPage();
    throw pageId ? redirect({ to: "/pages/$pageId", params: { pageId } }) : redirect({ to: "/pages" });
  },
});
const pages = createRoute({
  getParentRoute: () => app,
  path: "/pages",
  component: lazyRouteComponent(() => import("./pages/screen.tsx"), "Screen"),
});
const templates = createRoute({
  getParentRoute: () => app,
  path: "/templates",
  component: lazyRouteComponent(() => import("./pages/gallery/screen.tsx"), "Screen"),
});
const team = createRoute({
  getParentRoute: () => app,
  path: "/settings/team",
  component: lazyRouteComponent(() => import("./team/screen.tsx"), "Screen"),
});
const newWorkspace = createRoute({
  getParentRoute: () => app,
  path: "/settings/new-workspace",
  component: lazyRouteComponent(() => import("./team/new-workspace.tsx"), "Screen"),
});
const profile = createRoute({
  getParentRoute: () => app,
  path: "/settings/profile",
  component: lazyRouteComponent(() => import("./account/profile.tsx"), "Screen"),
});
const audit = createRoute({
  getParentRoute: () => app,
  path: "/settings/audit",
  component: lazyRouteComponent(() => import("./team/audit.tsx"), "Screen"),
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
  component: lazyRouteComponent(() => import("./home/screen.tsx"), "Screen"),
});
const flows = createRoute({
  getParentRoute: () => page,
  path: "/flows",
  validateSearch: flowsSearch,
  component: lazyRouteComponent(() => import("./flows/screen.tsx"), "Screen"),
});
const pageTemplates = createRoute({
  getParentRoute: () => page,
  path: "/templates",
  component: lazyRouteComponent(() => import("./pages/gallery/screen.tsx"), "PageScreen"),
});
const builder = createRoute({
  getParentRoute: () => page,
  path: "/flows/$flowId",
  component: lazyRouteComponent(() => import("./builder/screen.tsx"), "Screen"),
});
const conversations = createRoute({
  getParentRoute: () => page,
  path: "/conversations",
  validateSearch: conversationsSearch,
  component: lazyRouteComponent(() => import("./conversations/screen.tsx"), "Screen"),
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
  component: lazyRouteComponent(() => import("./keywords/screen.tsx"), "Screen"),
});
const iceBreakersAndMenu = createRoute({
  getParentRoute: () => page,
  path: "/ice-breakers-and-menu",
  component: lazyRouteComponent(() => import("./ice-breakers-and-menu/screen.tsx"), "Screen"),
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
  component: lazyRouteComponent(() => import("./tools/screen.tsx"), "Screen"),
});
const fields = createRoute({
  getParentRoute: () => page,
  path: "/fields",
  component: lazyRouteComponent(() => import("./fields/screen.tsx"), "Screen"),
});
const customers = createRoute({
  getParentRoute: () => page,
  path: "/customers",
  validateSearch: customersSearch,
  component: lazyRouteComponent(() => import("./customers/screen.tsx"), "Screen"),
});
const customerImport = createRoute({
  getParentRoute: () => page,
  path: "/customers/import",
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import("./customers/import/screen.tsx"), "Screen"),
});
const customerJobs = createRoute({
  getParentRoute: () => page,
  path: "/customers/jobs",
  component: lazyRouteComponent(() => import("./customers/jobs.tsx"), "Screen"),
});
const customer = createRoute({
  getParentRoute: () => page,
  path: "/customers/$psid",
  component: lazyRouteComponent(() => import("./customers/profile.tsx"), "Screen"),
});
const statistics = createRoute({
  getParentRoute: () => page,
  path: "/statistics",
  validateSearch: statisticsSearch,
  component: lazyRouteComponent(() => import("./statistics/screen.tsx"), "Screen"),
});
const settings = createRoute({
  getParentRoute: () => page,
  path: "/settings",
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import("./pages/settings/screen.tsx"), "Screen"),
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
    team,
    newWorkspace,
    profile,
    audit,
    page.addChildren([
      pageHome,
      ...[customers, customerImport, customerJobs, customer],
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
