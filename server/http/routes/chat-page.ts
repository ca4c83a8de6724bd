import { createHash } from "node:crypto";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { publicLook } from "../../domain/catalog/page-look.ts";
import { getWebchatPage } from "../../domain/sending/visitors.ts";
import { builtFiles, pageHeaders, safeHeaders } from "../built-files.ts";
import { callLimiter } from "../guards/call-limiter.ts";
import { networkOf } from "../guards/wrong-tokens.ts";

type Request = FastifyRequest<{ Params: { page_id: string } }>;

/** The chat page at `/chat/{page_id}`, its script and style, and `/widget.js` for other people's sites. */
export function mountChatPage(app: FastifyInstance, deps: Deps): void {
  const html = read("chat.html").toString();
  const preview = read("preview.html");
  const mayReadLook = callLimiter({ burst: 300, perSecond: 30 });
  const pageOf = async ({ params: { page_id } }: Request) => {
    if (page_id.includes("\0")) throw notFound("page");
    return getWebchatPage(deps, page_id);
  };

  app.get("/chat/:page_id", async (request: Request, reply) => {
    const page = await pageOf(request);
    const look = publicLook(deps, page);
    return reply
      .headers({ ...pageHeaders, "content-security-policy": policyFor(page.origins) })
      .type("text/html; charset=utf-8")
      .send(withLook(html, { name: look.name ?? page.name, look }));
  });
  // A module instead of JSON: a site's policy that allows the widget's script then allows its look too.
  app.get("/chat/:page_id/look.js", async (request: Request, reply) => {
    if (!mayReadLook(networkOf(request.ip))) throw new AppError("rate_limited", "Too many calls: wait a moment.");
    const look = JSON.stringify(publicLook(deps, await pageOf(request)));
    return reply
      .headers({ ...safeHeaders, ...lookHeaders })
      .type("text/javascript; charset=utf-8")
      .send(`export default ${look};\n`);
  });
  app.get("/chat/:page_id/preview", async (request: Request, reply) => {
    await pageOf(request);
    return reply
      .headers({ ...pageHeaders, "content-security-policy": previewPolicy, "cache-control": "no-cache" })
      .type("text/html; charset=utf-8")
      .send(preview);
  });
  for (const [name, type] of Object.entries(assets)) mountAsset(app, name, type);
}

const assets = {
  "chat.js": "text/javascript; charset=utf-8",
  "chat.css": "text/css; charset=utf-8",
  "chat.svg": "image/svg+xml",
  "preview.js": "text/javascript; charset=utf-8",
  "preview.css": "text/css; charset=utf-8",
  "widget.js": "text/javascript; charset=utf-8",
};

/** The look is in the page itself, so that the first picture on the screen has the owner's colours. */
function withLook(html: string, { name, look }: { name: string; look: object }): string {
  return html
    .replace("<title>Chat</title>", () => `<title>${escapeHtml(name)}</title>`)
    .replace('name="look" content="{}"', () => `name="look" content="${escapeHtml(JSON.stringify(look))}"`);
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

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

// Every page of every site with the widget asks for its look, so browsers keep it for a minute.
const lookHeaders = {
  "cache-control": "public, max-age=60",
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
};

/** Allows only our scripts and styles, and media from any host. */
const basePolicy = [
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
];

/** Allows frames on the sites that the owner lists, or on any. */
function policyFor(origins: string[]): string {
  return [...basePolicy, `frame-ancestors ${origins.length > 0 ? ["'self'", ...origins].join(" ") : "*"}`].join("; ");
}

const previewPolicy = [...basePolicy, "frame-src 'self'", "frame-ancestors 'self'"].join("; ");
