import type { ErrorCode } from "../../model/error.ts";
import {
  answerOf,
  bodyOf,
  fileBodyOf,
  fileNameParameter,
  operationIdOf,
  parametersOf,
  pathsOf,
  problemSchema,
  problemsOf,
  schemaOf,
} from "../openapi-parts.ts";
import { withSharedSchemas } from "../openapi-references.ts";
import { type ManagementRoute, managementPrefix } from "./contract.ts";
import { managementApi } from "./index.ts";
import { type LoginCall, loginCalls } from "./logins.ts";
import { PageEvent, pageEventsPath } from "./page-events.ts";
import { inPage } from "./pages.ts";

/** The management API as OpenAPI 3.1, from the same tables as its routes. */
export function managementOpenApi(serverUrl: string) {
  return withSharedSchemas({
    openapi: "3.1.0",
    info: { title: "Banter management API", version: "1", description: introduction },
    servers: [{ url: serverUrl }],
    security: [{ session: [] }],
    paths: {
      ...pathsOf(loginCalls, `${managementPrefix}/auth`, loginOperation),
      ...pathsOf<ManagementRoute>(managementApi, managementPrefix, operation),
      ...pathsOf({ [`GET ${pageEventsPath}`]: PageEvent }, managementPrefix, streamOperation),
    },
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "banter.session_token" } },
      schemas: { Problem: problemSchema },
    },
  });
}

const introduction = `What the console does, for programs too. A caller is a person: sign in, and send the session cookie with every call.

Calls that change something must come from this server's own pages, or say so: send its address as \`origin\`. A failure is an
RFC 9457 problem document; \`code\` tells what went wrong, \`errors\` every fault in what was sent.`;

function operation(method: string, route: ManagementRoute) {
  const isOpen = route.scope === "anyone";
  const own: ErrorCode[] = [
    ...(isOpen ? [] : (["unauthorized"] as const)),
    ...(route.permission ? (["forbidden", "not_found"] as const) : []),
    ...(method === "GET" ? [] : everyWrite),
    ...(route.errors ?? []),
  ];
  return {
    operationId: operationIdOf(route.summary),
    tags: [tagOf(route)],
    summary: route.summary,
    description: route.permission
      ? `${route.description}\n\nNeeds a role that may ${route.permission}.`
      : route.description,
    ...(isOpen && { security: [] }),
    parameters: [
      ...parametersOf("path", route.params),
      ...parametersOf("query", route.query),
      ...(route.takesFile ? [fileNameParameter] : []),
    ],
    ...(route.body && { requestBody: bodyOf(route.body) }),
    ...(route.takesFile && { requestBody: fileBodyOf(route.fileType) }),
    responses: { 200: answerOf(schemaOf(route.reply, "input")), ...problemsOf([...everyCall, ...own]) },
  };
}

/** A stream of server-sent events is described by the schema of one event's data. */
function streamOperation(_method: string, event: typeof PageEvent) {
  const summary = "Follow a page";
  return {
    operationId: operationIdOf(summary),
    tags: ["Pages"],
    summary,
    description: `${streamDescription}\n\nNeeds a role that may look.`,
    parameters: [
      ...parametersOf("path", inPage),
      { in: "header", name: "last-event-id", description: "The id of the last event.", schema: { type: "string" } },
      { in: "query", name: "after", description: "The same, where no header can be set.", schema: { type: "string" } },
    ],
    responses: {
      200: { description: "Events.", content: { "text/event-stream": { schema: schemaOf(event, "input") } } },
      ...problemsOf([...everyCall, "unauthorized", "forbidden", "not_found", "rate_limited"]),
    },
  };
}

const streamDescription = `A stream of server-sent events; the name of an event is its \`type\`. Events of the type \`conversation\` have an id: after
a break, send the last one, and every conversation that has changed since comes once, in its newest form. Without it the
stream begins with the next change: open it first, then read the list. All other events tell the client to read again.
The stream ends when the caller may not read the page any more.`;

function loginOperation(method: string, call: LoginCall) {
  return {
    operationId: operationIdOf(call.summary),
    tags: ["Login"],
    summary: call.summary,
    description: call.description,
    ...(call.body && { requestBody: bodyOf(call.body) }),
    responses: {
      200: answerOf({}),
      ...problemsOf([
        ...everyCall,
        ...(method === "GET" ? [] : everyWrite),
        "unauthorized",
        ...(call.isThrottled ? (["rate_limited"] as const) : []),
      ]),
    },
  };
}

const tagOf = ({ scope }: ManagementRoute) =>
  ({ page: "Pages", workspace: "Workspaces", user: "People", anyone: "People" })[scope];

const everyCall: ErrorCode[] = ["invalid_field", "unavailable"];
const everyWrite: ErrorCode[] = ["forbidden", "malformed_request", "body_too_large", "unsupported_media_type"];
