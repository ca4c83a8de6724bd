import { openApiDocument } from "@banter/core/api/openapi.ts";
import { pageFileJsonSchema } from "@banter/core/page-file/json-schema.ts";
import Fastify, { type FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

/** The documentation: `/api/openapi.json`, `/docs` to read and try it, and the page file's JSON Schema. */
export function mountDocs(app: FastifyInstance, { config }: Deps): void {
  const document = openApiDocument(config.baseUrl ?? "/");
  app.get("/api/openapi.json", async () => document);
  app.get("/api/page-file.schema.json", async () => pageFileJsonSchema());

  // The console's place: until it is there, whoever comes by finds something to read.
  app.get("/", (_, reply) => reply.redirect("/docs"));

  let pages: Promise<FastifyInstance> | undefined;
  for (const url of ["/docs", "/docs/*"]) {
    app.get(url, async (request, reply) => {
      pages ??= loadPages();
      const answer = await (await pages).inject({ method: "GET", url: request.url });
      return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload);
    });
  }
}

/** The reference pages are a third of the whole server's memory, so they wait until somebody reads them. */
async function loadPages(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const pages = Fastify();
  await pages.register(scalar, {
    routePrefix: "/docs",
    configuration: {
      url: "/api/openapi.json",
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
