import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { pino } from "pino";
import { testDeps } from "../../../test/app.ts";
import { aPage } from "../../../test/builders.ts";
import { pageUrl } from "../../../test/call.ts";
import { openSocket } from "../../../test/raw-http.ts";
import { until } from "../../../test/until.ts";
import { buildApp } from "../../app.ts";

test("a body that its client breaks off is no error of the server", async (t) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const deps = await testDeps(t);
  const app = await buildApp({ ...deps, log });
  atEnd(t, () => app.close());
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const { pageId, token } = await aPage(deps);
  const requests: IncomingMessage[] = [];
  app.server.on("request", (request) => requests.push(request));
  const areRead = () => requests.filter((request) => request.listenerCount("data") > 0).length === sockets.length;

  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(baseUrl)));
  for (const [index, socket] of sockets.entries()) {
    const length = index % 2 === 0 ? "content-length: 100" : "transfer-encoding: chunked";
    socket.write(
      `POST ${pageUrl("", pageId)}/keywords/create HTTP/1.1\r\nHost: x\r\naccess-token: ${token}\r\n` +
        `content-type: application/json\r\n${length}\r\n\r\n${index % 2 === 0 ? "{" : "5\r\n{"}`,
    );
  }
  await until(areRead);
  for (const socket of sockets) socket.resetAndDestroy();
  await until(() => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open === 0))));
  // Goes after everything that the ends of the connections have caused.
  assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);

  assert.deepEqual(lines, []);
});
