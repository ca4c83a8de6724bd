import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { openMedia } from "../../domain/connect/media.ts";
import { fileHeaders } from "../file-headers.ts";

type Request = FastifyRequest<{ Params: { page_id: string; sealed: string } }>;

/** `/media/{page}/{sealed}`: a file that a customer has sent, streamed from the platform with the page's token. */
export function mountPlatformMedia(app: FastifyInstance, deps: Deps): void {
  const running = new Set<AbortController>();
  // A file may take minutes: a stopping server does not wait for it.
  app.addHook("preClose", async () => {
    for (const each of running) each.abort();
  });

  app.route({
    method: ["GET", "HEAD"],
    url: "/media/:page_id/:sealed",
    async handler({ method, params, headers }: Request, reply) {
      const ending = new AbortController();
      running.add(ending);
      // After the end, or when the client leaves: stop the request to the platform.
      reply.raw.once("close", () => {
        running.delete(ending);
        ending.abort();
      });
      const address = { pageId: params.page_id, sealed: params.sealed };
      const range = headers.range !== undefined && singleRange.test(headers.range) ? headers.range : null;
      const media = await openMedia(deps, address, { signal: ending.signal, range }).catch((error) => {
        if (!reply.raw.destroyed) throw error;
      });
      // The client is gone.
      if (!media) return reply.hijack();
      reply.code(media.contentRange === null ? 200 : 206).headers({
        ...fileHeaders(media),
        "cache-control": "private, max-age=3600",
        ...(media.length !== null && { "content-length": String(media.length) }),
        ...(media.contentRange !== null && { "content-range": media.contentRange }),
      });
      if (method === "GET") return reply.send(media.bytes);
      media.bytes.destroy();
      return reply.send();
    },
  });
}

/** Media players ask for byte ranges, and some play nothing else. Only single ranges are supported. */
const singleRange = /^bytes=([0-9]{1,15}-[0-9]{0,15}|-[0-9]{1,15})$/;
