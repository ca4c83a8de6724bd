import assert from "node:assert/strict";
import { test } from "node:test";
import { aServer } from "../test/loopback-server.ts";
import { guardedFile } from "./guarded-file.ts";
import { NoAnswer } from "./no-answer.ts";

const isNo = (reason: string) => (error: unknown) => error instanceof NoAnswer && error.reason === reason;
const allowed = { allow: ["127.0.0.1"], maxBytes: 100 };

test("a file is fetched, also after a redirect", async (t) => {
  const { origin } = await aServer(t, ({ url }, response) => {
    if (url === "/old.mp4") response.writeHead(302, { location: "/new.mp4" }).end();
    else response.end("the video");
  });

  assert.equal((await guardedFile(`${origin}/old.mp4`, allowed)).toString(), "the video");
});

test("a file on a private address is not fetched, also not after a redirect", async (t) => {
  const inner = await aServer(t, (_, response) => response.end("secret"));
  const outer = await aServer(t, (_, response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end());

  await assert.rejects(guardedFile(`${inner.origin}/`, { allow: [], maxBytes: 100 }), isNo("blocked_address"));
  await assert.rejects(guardedFile(`${outer.origin}/`, allowed), isNo("blocked_address"));
  assert.equal(inner.seen.length, 0);
});

test("a file that is too large, gone or redirected without end has no bytes", async (t) => {
  const { origin } = await aServer(t, ({ url }, response) => {
    if (url === "/large") response.end("x".repeat(101));
    else if (url === "/round") response.writeHead(302, { location: "/round" }).end();
    else response.writeHead(404).end();
  });

  await assert.rejects(guardedFile(`${origin}/large`, allowed), isNo("too_large"));
  await assert.rejects(guardedFile(`${origin}/gone`, allowed), isNo("status"));
  await assert.rejects(guardedFile(`${origin}/round`, allowed), isNo("status"));
});
