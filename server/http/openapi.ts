import { createHash } from "node:crypto";
import { managementOpenApi } from "@banter/core/api/management/openapi.ts";
import { examplePage, openApiDocument } from "@banter/core/api/openapi.ts";
import { webchatOpenApi } from "@banter/core/api/webchat-openapi.ts";
import { PageId } from "@banter/core/channels/index.ts";
import { pageFileJsonSchema } from "@banter/core/page-file/json-schema.ts";
import Fastify, { type FastifyInstance, type FastifyRequest, type LightMyRequestResponse } from "fastify";
import type { Deps } from "../deps.ts";
import { pageHeaders } from "./built-files.ts";

/** The documentation: an OpenAPI document of each API, `/docs` to read and try them, the page file's JSON Schema. */
export function mountDocs(app: FastifyInstance, { config }: Deps): void {
  // Building a document takes longer than anything else at the start, and few servers are ever asked for one.
  const document = once(() => openApiDocument(config.baseUrl ?? "/"));
  const management = once(() => managementOpenApi(config.baseUrl ?? "/"));
  const webchat = once(() => webchatOpenApi(config.baseUrl ?? "/"));
  const text = once(() => JSON.stringify(document()));
  app.get("/api/openapi.json", async (request, reply) => {
    const page = pageIn(request);
    if (page === undefined) return document();
    return reply.type("application/json; charset=utf-8").send(text().replaceAll(`"${examplePage}"`, `"${page}"`));
  });
  app.get("/api/management.openapi.json", async () => management());
  app.get("/api/webchat.openapi.json", async () => webchat());
  app.get("/api/page-file.schema.json", async () => pageFileJsonSchema());

  let pages: Promise<FastifyInstance> | undefined;
  for (const url of ["/docs", "/docs/*"]) {
    app.get(url, async (request, reply) => {
      pages ??= loadPages();
      const answer = await (await pages).inject({ method: "GET", url: request.url });
      const page = pageIn(request);
      const shown = page === undefined ? answer.rawPayload : forPage(answer, page);
      const { "content-length": _, location, ...headers } = answer.headers;
      // It leads from /docs to /docs/, without the query.
      if (location) reply.header("location", page === undefined ? location : `${location}?page=${page}`);
      return reply
        .code(answer.statusCode)
        .headers({ ...headers, ...pageHeaders, "content-security-policy": policyFor(String(shown)) })
        .send(shown);
    });
  }
}

/** The reference for readers who come from a page: its id stands in the samples. */
function forPage({ headers, payload, rawPayload }: LightMyRequestResponse, page: string): string | Buffer {
  const isHtml = String(headers["content-type"]).startsWith("text/html");
  return isHtml ? payload.replaceAll('"/api/openapi.json"', `"/api/openapi.json?page=${page}"`) : rawPayload;
}

/** The page that the reader comes from. An id has only letters, digits and underscores. */
function pageIn({ query }: FastifyRequest): string | undefined {
  const page = PageId.safeParse((query as { page?: string }).page);
  return page.success ? page.data : undefined;
}

/**
 * The reference is a large script of other people on the console's own host, so it may load and call nothing else. Of
 * the scripts within the page, those are allowed that the server itself has just written.
 */
function policyFor(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline].join(" "),
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function once<Result>(build: () => Result): () => Result {
  let built: { result: Result } | undefined;
  return () => {
    built ??= { result: build() };
    return built.result;
  };
}

/** The reference has a sample token and a picture of its own, both jokes. */
const withoutJokes = 'input[placeholder^="QUxM"]::placeholder { color: transparent; } .ascii-art { display: none; }';

/** The reference pages take a third of the server's memory, so they are loaded on first use. */
async function loadPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const pages = Fastify();
  await pages.register(scalar, {
    routePrefix: "/docs",
    configuration: {
      pageTitle: "Banter API",
      sources: [
        { title: "Public API", slug: "public", url: "/api/openapi.json" },
        { title: "Management API", slug: "management", url: "/api/management.openapi.json" },
        { title: "Web chat API", slug: "webchat", url: "/api/webchat.openapi.json" },
      ],
      customCss: withoutJokes,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await pages.ready();
  return pages;
}
