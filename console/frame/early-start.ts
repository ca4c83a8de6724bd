import type { QueryClient } from "@tanstack/react-query";
import type { AnyRoute, AnyRouter } from "@tanstack/react-router";

type Address = {
  params: Readonly<Record<string, string | undefined>>;
  /** Checked by the route, as the screen gets it. */
  search: object;
};

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Asks for the data that the screen shows first. */
    prefetch?: (client: QueryClient, address: Address) => unknown;
  }
}

/**
 * Loads the code and the data of the first address at once. Otherwise each would wait for the one around it: the screen
 * for the page, the page for the user.
 */
export function startEarly(router: AnyRouter, client: QueryClient): void {
  for (const { routeId, params, search } of router.matchRoutes(router.latestLocation)) {
    const route: AnyRoute | undefined = router.routesById[routeId];
    if (!route) continue;
    void router.loadRouteChunk(route);
    route.options.staticData?.prefetch?.(client, { params, search });
  }
}
