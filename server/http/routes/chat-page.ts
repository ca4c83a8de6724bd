import { createHash } from "node:crypto";
import { notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { getWebchatPage } from "../../domain/sending/visitors.ts";
import { builtFiles, pageHeaders, safeHeaders } from "../built-files.ts";

/** The chat page at `/chat/{page_id}`, its script and style, and `/widget.js` for other people's sites. */
export function mountChatPage(app: FastifyInstance, deps: Deps): void {
  const html = read("chat.html");
  app.get("/chat/:page_id", async (request, reply) => {
    const { page_id } = request.params as { page_id: string };
    if (page_id.includes("\0")) throw notFound("page");
    const { origins } = await getWebchatPage(deps, page_id);
    return reply
      .headers({ ...pageHeaders, "content-security-policy": policyFor(origins) })
      .type("text/html; charset=utf-8")
      .send(html);
  });
  for (const [name, type] of Object.entries(assets)) mountAsset(app, name, type);
}

const assets = {
  "chat.js": "text/javascript; charset=utf-8",
  "chat.css": "text/css; charset=utf-8",
  "chat.svg": "image/svg+xml",
  "widget.js": "text/javascript; charset=utf-8",
};

/** Browsers revalidate these files each time, so that a script and a style of two releases are never mixed. */
function mountAsset(app: FastifyInstance, name: string, type: string): void {
  const body = read(name);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  app.get(`/${name}`, (request, reply) => {
    reply.headers({ ...safeHeaders, ...assetHeaders, etag }).type(type);
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(body);
  });
}

const { read } = builtFiles("widget");

// Sites anywhere may load the widget's script.
const assetHeaders = { "cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin" };

/** Allows only our scripts and styles; media from any host; frames on the sites that the owner lists, or on any. */
function policyFor(origins: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    // A picture is shown from the visitor's own device while it is uploaded.
    "img-src 'self' https: blob:",
    "media-src 'self' https:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${origins.length > 0 ? ["'self'", ...origins].join(" ") : "*"}`,
  ].join("; ");
}
