import { extname } from "node:path";
import { notFound } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { builtFiles, pageHeaders, safeHeaders } from "../built-files.ts";

/** The console: its files, and its one page at every address its router knows. */
export function mountConsole(app: FastifyInstance): void {
  const { read } = builtFiles("console");
  const html = read("index.html");
  const sendPage = (_: unknown, reply: FastifyReply) =>
    reply
      .headers({ ...pageHeaders, "content-security-policy": policy, "cache-control": "no-cache" })
      .type("text/html; charset=utf-8")
      .send(html);
  for (const address of addresses) app.get(address, sendPage);
  for (const [name, type] of Object.entries(installed)) {
    const file = read(name);
    app.get(`/${name}`, (_, reply) =>
      reply
        .headers({ ...safeHeaders, "cache-control": "max-age=86400" })
        .type(type)
        .send(file),
    );
  }
  const worker = read("sw.js");
  // A service worker shows notifications and keeps the console for times without a network. Browsers look for a newer
  // one at each visit.
  app.get("/sw.js", (_, reply) =>
    reply
      .headers({ ...safeHeaders, "cache-control": "no-cache" })
      .type("text/javascript; charset=utf-8")
      .send(worker),
  );

  const assets = readAssets();
  app.get<{ Params: { name: string } }>("/assets/:name", (request, reply) => {
    const asset = assets.get(request.params.name);
    if (!asset) throw notFound("route");
    const takesSmall = asset.small && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    reply.headers({ ...safeHeaders, ...forever }).type(asset.type);
    return takesSmall ? reply.header("content-encoding", "gzip").send(asset.small) : reply.send(asset.whole);
  });
}

type Asset = { type: string; whole: Buffer; small: Buffer | undefined };
let assets: Map<string, Asset> | undefined;

/** All files are in memory from the start: a page opened before an update still finds the parts it was built with. */
function readAssets(): Map<string, Asset> {
  if (assets) return assets;
  const { read, list } = builtFiles("console");
  const names = new Set(list("assets"));
  assets = new Map();
  for (const name of names) {
    const type = types[extname(name)];
    const small = names.has(`${name}.gz`) ? read(`assets/${name}.gz`) : undefined;
    if (type) assets.set(name, { type, whole: read(`assets/${name}`), small });
  }
  return assets;
}

/** The prefixes of the console's addresses. Its own router handles the rest. */
const addresses = [
  ...["/", "/login", "/setup", "/join", "/forgotten", "/reset"],
  ...["/pages", "/pages/*", "/templates", "/connect/facebook", "/settings/*"],
];

/** The icons, and the file by which browsers install the console like an app. */
const installed: Record<string, string> = {
  "icon.svg": "image/svg+xml",
  "icon-192.png": "image/png",
  "icon-512.png": "image/png",
  "icon-maskable.png": "image/png",
  "apple-touch-icon.png": "image/png",
  "manifest.webmanifest": "application/manifest+json",
};

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

// A file's name changes with its content.
const forever = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };

/**
 * Allows only our scripts, inline styles that components compute, and images and media of flows from any host. Text
 * becomes markup or a script's address only through the policy in console/ui/trusted-types.ts.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "connect-src 'self'",
  // The preview of the chat's look.
  "frame-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types default",
  "frame-ancestors 'none'",
].join("; ");
