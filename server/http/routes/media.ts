import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { openMedia } from "../../domain/connect/media.ts";
import { safeHeaders } from "../built-files.ts";

type Request = FastifyRequest<{ Params: { page_id: string; sealed: string } }>;

/** `/media/…`: a file that a customer has sent, streamed from the platform with the page's token. */
export function mountMedia(app: FastifyInstance, deps: Deps): void {
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
        ...safeHeaders,
        ...displayHeaders(media),
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

/** Media players ask for byte ranges, and some play nothing else. Only single ranges are supported. */
const singleRange = /^bytes=([0-9]{1,15}-[0-9]{0,15}|-[0-9]{1,15})$/;

/** Types that browsers show without running scripts. All others, HTML and SVG among them, are downloads. */
const shownTypes = new Set([
  ...["image/jpeg", "image/png", "image/gif", "image/webp"],
  ...["audio/ogg", "audio/mpeg", "audio/mp4", "audio/aac", "audio/amr", "audio/wav", "audio/webm", "audio/x-m4a"],
  ...["video/mp4", "video/webm", "video/ogg", "video/3gpp", "video/quicktime"],
  "application/pdf",
]);

/** The file comes from a stranger and is shown on the console's own host, so it must not run anything there. */
function displayHeaders({ contentType, name }: { contentType: string; name: string | null }): Record<string, string> {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const isShown = shownTypes.has(type);
  return {
    "content-type": isShown ? type : "application/octet-stream",
    "content-disposition": disposition(isShown ? "inline" : "attachment", name ?? "file"),
    "content-security-policy": policy,
  };
}

/** No script, no form, no other host. Browsers' players need the same origin to read the file they play. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "sandbox allow-same-origin",
].join("; ");

/** RFC 6266: the name in ASCII for old clients, and in UTF-8. */
function disposition(kind: "inline" | "attachment", name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
