import { AppError, notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { getGrowthLinks } from "../../domain/catalog/growth-links.ts";
import { openingCounter } from "../../domain/statistics/tool-openings.ts";
import { callLimiter } from "../guards/call-limiter.ts";
import { networkOf } from "../guards/wrong-tokens.ts";
import { qrPng, qrSvg } from "../qr.ts";

type Request = FastifyRequest<{ Params: { page_id: string; tool_id: string } }>;

/** A browser or a messenger that looks ahead; nobody has followed the link yet. */
const isPrefetch = ({ method, headers }: Request) =>
  method === "HEAD" || /prefetch|preview/i.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""));

/** The public addresses of published growth tools: QR code, advertisement JSON, snippet. */
export function mountGrowthLinks(app: FastifyInstance, deps: Deps): void {
  const linksOf = ({ params: { page_id, tool_id } }: Request) => {
    if (page_id.includes("\0") || !/^[1-9][0-9]{0,15}$/.test(tool_id)) throw notFound("tool");
    return getGrowthLinks(deps, page_id, Number(tool_id));
  };
  const mayLoad = callLimiter({ burst: 100, perSecond: 2 });
  const pictureLink = async (request: Request): Promise<string> => {
    if (!mayLoad(networkOf(request.ip))) throw new AppError("rate_limited", "Too many calls: wait a moment.");
    return (await linksOf(request)).link;
  };
  const countOpening = openingCounter(deps);
  app.get("/tools/:page_id/:tool_id/open", async (request: Request, reply) => {
    const { link } = await linksOf(request);
    if (!isPrefetch(request)) await countOpening(request.params.page_id, Number(request.params.tool_id));
    // Browsers must ask again each time: every opening counts.
    return reply.header("cache-control", "no-store").redirect(new URL(link).href, 302);
  });
  app.get("/tools/:page_id/:tool_id/qr.png", async (request: Request, reply) =>
    reply.type("image/png").send(qrPng(await pictureLink(request))),
  );
  app.get("/tools/:page_id/:tool_id/qr.svg", async (request: Request, reply) =>
    reply.type("image/svg+xml").send(qrSvg(await pictureLink(request))),
  );
  app.get("/tools/:page_id/:tool_id/ads.json", async (request: Request) => (await linksOf(request)).adsJson);
  app.get("/tools/:page_id/:tool_id/snippet.txt", async (request: Request, reply) =>
    reply.type("text/plain; charset=utf-8").send((await linksOf(request)).snippet),
  );
}
