import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";

type Site = { head?: string; body?: string; headers?: Record<string, string> };

/**
 * A site of another origin than the chat's. Its content is set by `serve`, once its address is known.
 * On `localhost` it is a third party to the browser too, which then blocks the chat's storage.
 */
export async function openHostSite(t: Test, name: "127.0.0.1" | "localhost" = "127.0.0.1") {
  let site: Site = {};
  const server = createServer((_request, response) => {
    const { head = "", body = "", headers } = site;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(
      `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  const host = `${name}:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    serve: (given: Site) => {
      site = given;
    },
  };
}
