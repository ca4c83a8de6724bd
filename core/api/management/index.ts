import { catalog } from "./catalog.ts";
import { flows } from "./flows.ts";
import { health } from "./health.ts";
import { notifications } from "./notifications.ts";
import { pages } from "./pages.ts";
import { people } from "./people.ts";

/** Every call of the management API: a table of routes per noun, in one. */
export const managementApi = { ...people, ...pages, ...health, ...flows, ...catalog, ...notifications };
export type ManagementApi = typeof managementApi;
