import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { sql } from "../store/db/sql.ts";
import { aKeyword, aPageFile } from "../test/builders.ts";
import { dumpOf } from "../test/database/dump.ts";
import { aServer } from "../test/loopback-server.ts";
import { testNode } from "../test/node.ts";
import { aMember, aPageOf, signedIn } from "../test/people.ts";
import { aVisitor } from "../test/visitor.ts";

const value = 'PLANTED-sk_live_"42"';

/** A page whose flow asks for a word, calls a server with it and a secret, and shows the server's answer. */
async function aCallingPage(t: Test) {
  const echo = await aServer(t, (request, response) => {
    const { authorization, "x-word": word } = request.headers;
    response.end(JSON.stringify({ echo: `got ${authorization} and ${word}`, twice: [authorization] }));
  });
  const { baseUrl, deps } = await testNode(t, { allowPrivateHosts: ["127.0.0.1"] });
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const call = {
    ...{ type: "request", method: "POST", url: `${echo.origin}/{{secret.api_key}}` },
    headers: [
      { name: "authorization", value: "Bearer {{secret.api_key}}" },
      { name: "x-word", value: "{{word}}" },
    ],
    ...{ body: '{"key":"{{ secret.api_key }}","word":"{{word}}"}', save: [{ path: "/echo", field: "echo" }] },
    next: { ok: "tell", failed: "sorry" },
  };
  const say = (text: string) => ({ type: "message", content: { messages: [{ type: "text", text }] } });
  const document = {
    ...{ version: 1, start: "ask" },
    steps: {
      ask: { ...say("A word?"), type: "ask", accept: "text", save_to: "word", next: { answered: "call" } },
      call,
      tell: say("{{echo}} {{secret.api_key}}"),
      sorry: say("Sorry"),
    },
  };
  const fields = ["word", "echo"].map((name) => ({ name, type: "text" as const }));
  const flows = [{ name: "Call", published: true, document: document as never }];
  const file = aPageFile({ fields, flows, keywords: [aKeyword("go", "Call")] });
  await applyPageFile(deps, pageId, file, { prune: true });

  /** Answers the question with this word. Returns the page's next message. */
  async function write(word: string): Promise<string | undefined> {
    const visitor = await aVisitor(baseUrl, pageId);
    await visitor.say("go");
    await visitor.hear((heard) => heard.some(({ text }) => text === "A word?"));
    await visitor.say(word);
    const heard = await visitor.hear((all) => all.filter(({ from }) => from === "page").length === 2);
    return heard.at(-1)?.text;
  }
  return { echo, baseUrl, deps, owner, pageId, write };
}

test("a secret reaches the called server only", async (t) => {
  const { echo, baseUrl, deps, owner, pageId, write } = await aCallingPage(t);
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId, name: "api_key" };
  await api("PUT /pages/:page_id/secrets/:name", { params, body: { value, hosts: ["127.0.0.1"] } });

  const text = await write("{{secret.api_key}}");

  const [call] = echo.seen;
  assert.equal(call?.headers.authorization, `Bearer ${value}`);
  assert.deepEqual(JSON.parse(call?.body ?? ""), { key: value, word: "{{secret.api_key}}" });
  assert.equal(call?.headers["x-word"], "{{secret.api_key}}");
  assert.equal(call?.url, `/${encodeURIComponent(value)}`);
  assert.equal(text, "got Bearer [secret] and {{secret.api_key}} ");
  assert.doesNotMatch(await dumpOf(deps.db), /PLANTED|sk_live/);
});

test("a call that lacks its secret fails by its own exit, and the server is not called", async (t) => {
  const { echo, deps, write } = await aCallingPage(t);

  assert.equal(await write("hello"), "Sorry");

  assert.equal(echo.seen.length, 0);
  assert.match(await dumpOf(deps.db), /secret_missing/);
});

test("a call to a host that its secret is not for is not made, and its trace says why", async (t) => {
  const { echo, baseUrl, deps, owner, pageId, write } = await aCallingPage(t);
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId, name: "api_key" };
  await api("PUT /pages/:page_id/secrets/:name", { params, body: { value, hosts: ["api.example.com"] } });

  assert.equal(await write("hello"), "Sorry");

  assert.equal(echo.seen.length, 0);
  const reasons = await deps.db.many<{ trace: string }>(sql`
    select trace::text as trace from turns where page_id = ${pageId} and trace::text like '%secret_not_for_host%'`);
  assert.equal(reasons.length, 1);
  assert.doesNotMatch(await dumpOf(deps.db), /PLANTED|sk_live/);
});
