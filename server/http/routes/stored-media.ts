import { AppError, notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { getByAddress, openBytes } from "../../domain/media/open.ts";
import type { MediaRow } from "../../store/media/media.ts";
import { byteRangeOf } from "../byte-range.ts";
import { fileHeaders } from "../file-headers.ts";

type Request = FastifyRequest<{ Params: { page_id: string; media_id: string; key: string } }>;

/** `/media/{page}/{id}/{key}/{name}`: a stored file, for everybody who knows its address. */
export function mountStoredMedia(app: FastifyInstance, deps: Deps): void {
  serveOnlyMediaThere(app, deps);
  app.route({
    method: ["GET", "HEAD"],
    url: "/media/:page_id/:media_id/:key/:name",
    async handler({ method, params, headers }: Request, reply) {
      if (!/^[1-9][0-9]{0,15}$/.test(params.media_id)) throw notFound("file");
      const media = await getByAddress(deps, {
        pageId: params.page_id,
        id: Number(params.media_id),
        key: params.key,
      });
      const etag = `"${media.sha256.toString("base64url").slice(0, 27)}"`;
      reply.headers({ ...fileHeaders(media), "cache-control": cacheControl(media), "accept-ranges": "bytes", etag });
      if (headers["if-none-match"] === etag) return reply.code(304).send();

      // A range of another version than the one the client has would not fit its first part.
      const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
      const range = isSame ? byteRangeOf(headers.range, media.bytes) : null;
      if (range === "outside") {
        const message = "The range begins after the end of the file.";
        throw new AppError("malformed_request", message, {
          status: 416,
          headers: { "content-range": `bytes */${media.bytes}` },
        });
      }
      const { start, end } = range ?? { start: 0, end: media.bytes - 1 };
      reply.code(range ? 206 : 200).header("content-length", String(end - start + 1));
      if (range) reply.header("content-range", `bytes ${start}-${end}/${media.bytes}`);
      return method === "HEAD" ? reply.send() : reply.send(await openBytes(deps, media, { start, end }));
    },
  });
}

/** The bytes of an address never change. A customer's file may be erased, so no shared cache keeps it. */
const cacheControl = ({ source }: MediaRow) =>
  source === "customer" ? "private, max-age=86400" : "public, max-age=31536000, immutable";

/** On a host of its own for files, nothing else is served: no page there could be attacked by a file. */
function serveOnlyMediaThere(app: FastifyInstance, { config, baseUrl }: Deps): void {
  const mediaHost = config.media.baseUrl && new URL(config.media.baseUrl).host;
  if (!mediaHost) return;
  app.addHook("onRequest", async ({ headers, url }) => {
    if (headers.host?.toLowerCase() !== mediaHost || mediaHost === new URL(baseUrl()).host) return;
    if (!url.startsWith("/media/")) throw notFound("route");
  });
}
