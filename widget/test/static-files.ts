import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";

const dist = new URL("../dist/", import.meta.url);

/** Headers of the chat page. Only the sites of the page's owner may show it in a frame. */
function chatPageHeaders(frameAncestors: string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src https: http: blob:",
    "media-src https: http:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...frameAncestors].join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  };
}

/** Serves the files that scripts/build-widget.mjs has built. Returns false for other paths. */
export function serveStatic(path: string, response: ServerResponse, { origins, look }: Served): boolean {
  const type = types[path];
  if (type) {
    // Any site may load the launcher.
    response.writeHead(200, { "content-type": type, "cross-origin-resource-policy": "cross-origin" });
    response.end(readFileSync(new URL(`.${path}`, dist)));
    return true;
  }
  if (/^\/chat\/[\w-]+\/look\.js$/.test(path)) {
    response.writeHead(200, { "content-type": types["/chat.js"], "access-control-allow-origin": "*" });
    response.end(`export default ${JSON.stringify(look)};`);
    return true;
  }
  if (!/^\/chat\/[\w-]+$/.test(path)) return false;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...chatPageHeaders(origins) });
  const content = JSON.stringify(look).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  response.end(
    readFileSync(new URL("./chat.html", dist), "utf8").replace('content="{}"', () => `content="${content}"`),
  );
  return true;
}

type Served = {
  /** Sites that may show the chat. */
  origins: string[];
  look: object;
};

const types: Record<string, string> = {
  "/widget.js": "text/javascript; charset=utf-8",
  "/chat.js": "text/javascript; charset=utf-8",
  "/chat.css": "text/css; charset=utf-8",
  "/chat.svg": "image/svg+xml",
};
