import { manage } from "@banter/sdk/manage.ts";

/** The management API of the server the console came from. */
export const api = manage({ baseUrl: "" });
