import { existsSync, readFileSync } from "node:fs";
import { notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { getWebchatPage } from "../../domain/visitors.ts";

/** The chat page at `/chat/{page_id}`, its script and style, and `/widget.js` for other people's sites. */
export function mountChatPage(app: FastifyInstance, deps: Deps): void {
  const files = { html: read("chat.html"), script: read("chat.js"), style: read("chat.css"), loader: read("widget.js") };

  app.get("/chat/:page_id", async (request, reply) => {
    const { page_id } = request.params as { page_id: string };
    if (page_id.includes("\0")) throw notFound("page");
    const { origins } = await getWebchatPage(deps, page_id);
    return reply
      .headers({ ...safeHeaders, "content-security-policy": policyFor(origins) })
      .type("text/html; charset=utf-8")
      .send(files.html);
  });
  const asset = (path: string, type: string, body: Buffer) =>
    app.get(path, (_, reply) => reply.headers({ ...safeHeaders, ...assetHeaders }).type(type).send(body));
  asset("/chat.js", "text/javascript; charset=utf-8", files.script);
  asset("/chat.css", "text/css; charset=utf-8", files.style);
  asset("/widget.js", "text/javascript; charset=utf-8", files.loader);
}

const built = new URL("../../../widget/dist/", import.meta.url);

function read(name: string): Buffer {
  const file = new URL(name, built);
  if (!existsSync(file)) throw new Error("The chat widget has not been built. Start with npm start, which builds it.");
  return readFileSync(file);
}

const safeHeaders = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
// Sites anywhere may load the widget's script.
const assetHeaders = { "cache-control": "public, max-age=300", "cross-origin-resource-policy": "cross-origin" };

/** No script or style but ours, no other host but for media; framed by the sites the owner lists or, with none listed, by any. */
function policyFor(origins: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' https: data:",
    "media-src https:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `frame-ancestors ${origins.length > 0 ? ["'self'", ...origins].join(" ") : "*"}`,
  ].join("; ");
}
