import { notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { getGrowth } from "../../domain/catalog/growth-links.ts";
import { qrPng, qrSvg } from "../qr.ts";

type Request = FastifyRequest<{ Params: { page_id: string; tool_id: string } }>;

/** What published growth tools show the world: a code, an advertisement's JSON, a snippet. */
export function mountGrowth(app: FastifyInstance, deps: Deps): void {
  const growthOf = ({ params: { page_id, tool_id } }: Request) => {
    if (page_id.includes("\0") || !/^[1-9][0-9]{0,15}$/.test(tool_id)) throw notFound("tool");
    return getGrowth(deps, page_id, Number(tool_id));
  };
  app.get("/tools/:page_id/:tool_id/qr.png", async (request: Request, reply) =>
    reply.type("image/png").send(qrPng((await growthOf(request)).link)),
  );
  app.get("/tools/:page_id/:tool_id/qr.svg", async (request: Request, reply) =>
    reply.type("image/svg+xml").send(qrSvg((await growthOf(request)).link)),
  );
  app.get("/tools/:page_id/:tool_id/ads.json", async (request: Request) => (await growthOf(request)).adsJson);
  app.get("/tools/:page_id/:tool_id/snippet.txt", async (request: Request, reply) =>
    reply.type("text/plain; charset=utf-8").send((await growthOf(request)).snippet),
  );
}
