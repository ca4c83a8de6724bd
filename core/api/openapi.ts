import { type ErrorCode, statusOf } from "../model/error.ts";
import type { Route } from "./contract.ts";
import {
  bodyOf,
  idempotencyKeyParameter,
  operationIdOf,
  parametersOf,
  pathsOf,
  problemSchema,
  schemaOf,
} from "./openapi-parts.ts";
import { withSharedSchemas } from "./openapi-references.ts";
import { publicApi, publicPrefix } from "./public.ts";

/** The page's id in samples. */
export const examplePage = "web_1000001";

/** The public API as OpenAPI 3.1, from the same table as its routes. */
export function openApiDocument(serverUrl: string) {
  return withSharedSchemas({
    openapi: "3.1.0",
    info: { title: "Banter public API", version: "1", description: introduction },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    paths: pathsOf<Route>(publicApi, publicPrefix, operationOf),
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "access-token" } },
      schemas: {
        Failure: { const: "Server internal error", description: "What every failure answers by default." },
        Problem: problemSchema,
      },
    },
  });
}

const introduction = `Every call acts on one page and carries a token of that page in the header \`access-token\`. A token may be limited to
reading or to reading and sending; another call is then answered 403.

A failure has a status other than 2xx and the JSON string "Server internal error" as its body; the headers \`x-error-code\`,
\`x-error-pointer\`, \`x-error-detail\` and \`x-request-id\` tell what was wrong. Ask with \`accept: application/problem+json\`
to get the same as an RFC 9457 document. The POST calls take an \`idempotency-key\` header: the same key and body again gives
the first answer, for a day. Answers that list what the page's owner has set up carry an \`etag\`; with that in
\`if-none-match\`, a call is answered 304 until something has changed.`;

function operationOf(method: string, route: Route) {
  return {
    operationId: operationIdOf(route.summary),
    summary: route.summary,
    description: route.description,
    parameters: [
      { name: "page_id", in: "path", required: true, example: examplePage, schema: { type: "string" } },
      ...parametersOf("path", route.params),
      ...parametersOf("query", route.query),
      ...(method === "POST" ? [idempotencyKeyParameter] : []),
      ...(route.followsRevision ? [ifNoneMatch] : []),
    ],
    ...(route.body && { requestBody: bodyOf(route.body) }),
    responses: {
      200: {
        description: "Done.",
        ...(route.followsRevision && { headers: etag }),
        content: { "application/json": { schema: schemaOf(route.reply, "output") } },
      },
      ...(route.followsRevision && { 304: { description: "Not changed since.", headers: etag } }),
      ...failuresOf([...everyCall, ...(method === "POST" ? everyWrite : []), ...(route.errors ?? [])]),
    },
  };
}

const ifNoneMatch = {
  name: "if-none-match",
  in: "header",
  required: false,
  description: "The `etag` of an earlier answer: while it still holds, the answer is 304 without a body.",
  schema: { type: "string" },
};

const etag = { etag: { description: "Changes with the answer.", schema: { type: "string" } } };

const everyCall: ErrorCode[] = [
  "invalid_field",
  "token_in_query",
  "unauthorized",
  "forbidden",
  "rate_limited",
  "unavailable",
];
const everyWrite: ErrorCode[] = [
  "malformed_request",
  "idempotency_conflict",
  "body_too_large",
  "unsupported_media_type",
];

function failuresOf(codes: ErrorCode[]) {
  const byStatus = Object.groupBy(codes, (code) => String(statusOf[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(", "),
        content: {
          "application/json": { schema: { $ref: "#/components/schemas/Failure" } },
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        },
      },
    ]),
  );
}
