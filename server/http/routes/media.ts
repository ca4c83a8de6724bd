import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { openMedia } from "../../domain/connect/media.ts";
import { safeHeaders } from "../built-files.ts";

type Request = FastifyRequest<{ Params: { page_id: string; sealed: string } }>;

/** `/media/…`: what a customer has sent, fetched from the platform with the page's token while it is being read. */
export function mountMedia(app: FastifyInstance, deps: Deps): void {
  const underWay = new Set<AbortController>();
  // A file may take minutes: a server that stops does not wait for it.
  app.addHook("preClose", async () => {
    for (const each of underWay) each.abort();
  });

  app.route({
    method: ["GET", "HEAD"],
    url: "/media/:page_id/:sealed",
    async handler({ method, params, headers }: Request, reply) {
      const ending = new AbortController();
      underWay.add(ending);
      // Read to the end or left half-way: the platform is not asked for more.
      reply.raw.once("close", () => {
        underWay.delete(ending);
        ending.abort();
      });
      const address = { pageId: params.page_id, sealed: params.sealed };
      const range = headers.range !== undefined && onePart.test(headers.range) ? headers.range : null;
      const media = await openMedia(deps, address, { signal: ending.signal, range }).catch((error) => {
        if (!reply.raw.destroyed) throw error;
      });
      // Nobody is there to be answered.
      if (!media) return reply.hijack();
      reply.code(media.contentRange === null ? 200 : 206).headers({
        ...safeHeaders,
        ...looksOf(media),
        "cache-control": "private, max-age=3600",
        "x-robots-tag": "noindex",
        ...(media.length !== null && { "content-length": String(media.length) }),
        ...(media.contentRange !== null && { "content-range": media.contentRange }),
      });
      if (method === "GET") return reply.send(media.bytes);
      media.bytes.destroy();
      return reply.send();
    },
  });
}

/** Players ask for parts of a sound or a film, and some play nothing else; several at once is more than they need. */
const onePart = /^bytes=([0-9]{1,15}-[0-9]{0,15}|-[0-9]{1,15})$/;

/** What browsers show without running anything. All else, pages and drawings with scripts among it, is to be saved. */
const shownTypes = new Set([
  ...["image/jpeg", "image/png", "image/gif", "image/webp"],
  ...["audio/ogg", "audio/mpeg", "audio/mp4", "audio/aac", "audio/amr", "audio/wav", "audio/webm", "audio/x-m4a"],
  ...["video/mp4", "video/webm", "video/ogg", "video/3gpp", "video/quicktime"],
  "application/pdf",
]);

/** Strangers have made it, and it is shown on the console's own host: it may do nothing there. */
function looksOf({ contentType, name }: { contentType: string; name: string | null }): Record<string, string> {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const isShown = shownTypes.has(type);
  return {
    "content-type": isShown ? type : "application/octet-stream",
    "content-disposition": disposition(isShown ? "inline" : "attachment", name ?? "file"),
    "content-security-policy": policy,
  };
}

/** No script, no form, no other host. Without an origin of its own a browser's player could not read the sound it plays. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "sandbox allow-same-origin",
].join("; ");

/** RFC 6266: the name in ASCII for old programs, and as it is. */
function disposition(kind: "inline" | "attachment", name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
