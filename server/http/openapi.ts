import { openApiDocument } from "@banter/core/api/openapi.ts";
import { pageFileJsonSchema } from "@banter/core/page-file/json-schema.ts";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

/** The documentation: `/api/openapi.json`, `/docs` to read and try it, and the page file's JSON Schema. */
export async function mountDocs(app: FastifyInstance, { config }: Deps): Promise<void> {
  const document = openApiDocument(config.baseUrl ?? "/");
  app.get("/api/openapi.json", async () => document);
  app.get("/api/page-file.schema.json", async () => pageFileJsonSchema());
  await app.register(scalar, {
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
}
