import { catalog } from "./catalog.ts";
import { flows } from "./flows.ts";
import { health } from "./health.ts";
import { home } from "./home.ts";
import { pages } from "./pages.ts";
import { people } from "./people.ts";
import { statistics } from "./statistics.ts";

/** Every call of the management API: a table of routes per noun, in one. */
export const managementApi = { ...people, ...pages, ...health, ...flows, ...catalog, ...statistics, ...home };
export type ManagementApi = typeof managementApi;
