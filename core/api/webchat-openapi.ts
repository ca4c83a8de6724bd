import type { ErrorCode } from "../model/error.ts";
import type { Refill } from "../model/limits/token-bucket.ts";
import {
  answerOf,
  bodyOf,
  fileBodyOf,
  fileNameParameter,
  idempotencyKeyParameter,
  operationIdOf,
  parametersOf,
  pathsOf,
  problemSchema,
  problemsOf,
  schemaOf,
} from "./openapi-parts.ts";
import { withSharedSchemas } from "./openapi-references.ts";
import { webchatPrefix } from "./webchat.ts";
import { type LimitedCaller, type WebchatLimit, type WebchatRoute, webchatApi, webchatLimits } from "./webchat-api.ts";

/** Web chat's API as OpenAPI 3.1, from the same table as its routes. */
export function webchatOpenApi(serverUrl: string) {
  return withSharedSchemas({
    openapi: "3.1.0",
    info: { title: "Banter web chat API", version: "1", description: introduction },
    servers: [{ url: serverUrl }],
    security: [{ visitor: [] }],
    paths: pathsOf<WebchatRoute>(webchatApi, webchatPrefix, operation),
    components: {
      securitySchemes: { visitor: { type: "http", scheme: "bearer" } },
      schemas: { Problem: problemSchema },
    },
  });
}

const introduction = `What the chat page and the widget do, for any other client too. A visit gives a \`visitor_token\`, which the visitor's other
calls carry as \`authorization: Bearer …\`. A browser may call from this server's own pages and from the origins that the
page's owner lists. A failure is an RFC 9457 problem document.`;

function operation(method: string, route: WebchatRoute) {
  const isOpen = route.scope === "anyone";
  return {
    operationId: operationIdOf(route.summary),
    summary: route.summary,
    description: [route.description, ...limitsOf(route)].join("\n\n"),
    // A visit may have a token.
    ...(isOpen && { security: method === "POST" ? [{}, { visitor: [] }] : [] }),
    parameters: [
      { name: "page_id", in: "path", required: true, schema: { type: "string" } },
      ...parametersOf("query", route.query),
      ...(route.takesFile ? [fileNameParameter] : []),
      ...(route.errors?.includes("idempotency_conflict") ? [idempotencyKeyParameter] : []),
    ],
    ...(route.body && { requestBody: bodyOf(route.body) }),
    ...(route.takesFile && { requestBody: fileBodyOf() }),
    responses: {
      [route.status ?? 200]: answerOf(schemaOf(route.reply, "input"), route.isStream && "text/event-stream"),
      ...problemsOf([
        ...everyCall,
        ...(isOpen ? [] : (["unauthorized", "token_in_query"] as const)),
        ...(route.body || route.query ? (["invalid_field"] as const) : []),
        ...(route.body ? everyBody : []),
        ...(route.errors ?? []),
      ]),
    },
  };
}

const everyCall: ErrorCode[] = ["forbidden", "not_found", "rate_limited", "unavailable"];
const everyBody: ErrorCode[] = ["malformed_request", "body_too_large", "unsupported_media_type"];

/** The route's limits in sentences. */
function limitsOf({ limit, handlerLimit }: WebchatRoute): string[] {
  return [limit, handlerLimit].flatMap((name) => (name ? [`Limit \`${name}\`: ${ratesOf(name)}.`] : []));
}

function ratesOf(name: WebchatLimit): string {
  return Object.entries<Refill>(webchatLimits[name])
    .map(([by, { burst, perSecond }]) => `${burst} at once, then ${perSecond} a second, ${whose[by as LimitedCaller]}`)
    .join("; ");
}

const whose: Record<LimitedCaller, string> = {
  network: "for a network",
  page: "for a page",
  network_at_page: "for a network at a page",
  visitor: "for a visitor",
  node: "for a server process",
};
