import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "../../test/app.ts";
import { aKeyword, aPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });

/** Follows the link of a message that the page sends. */
async function follow(url: string): Promise<Response> {
  const content = { messages: [{ type: "text", text: "Look", buttons: [{ type: "url", title: "Open", url }] }] };
  const document = { version: 1, start: "look", steps: { look: { type: "message", content, next: null } } };
  const { pageId } = await aPage(deps, {
    flows: [{ name: "Look", published: true, document }],
    keywords: [aKeyword("look", "Look")],
  });
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("look");
  const messages = await visitor.hear((said) => said.some(({ buttons }) => buttons !== undefined));
  const link = messages.at(-1)?.buttons?.[0]?.url ?? assert.fail("the message has no link");
  return fetch(link, { redirect: "manual" });
}

test("a link leads to its address", async () => {
  const answer = await follow("https://shop.example/sale?from=chat");

  assert.deepEqual([answer.status, answer.headers.get("location")], [302, "https://shop.example/sale?from=chat"]);
  assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
});

test("a link with letters beyond Latin-1 leads to its address, percent-encoded", async () => {
  const answer = await follow("https://shop.example/đường-đi?tên=Phở#bước");

  assert.deepEqual(
    [answer.status, answer.headers.get("location")],
    [302, new URL("https://shop.example/đường-đi?tên=Phở#bước").href],
  );
});

test("a network that follows many links is refused for a moment, others are not", async (t) => {
  const { baseUrl } = await testApp(t, { trustProxy: ["127.0.0.1"] });
  const ask = (from: string) => fetch(`${baseUrl}/l/x`, { headers: { "x-forwarded-for": from } });

  await until(async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask("192.0.2.1")));
    const refused = answers.find(({ status }) => status === 429);
    return refused !== undefined && Number(refused.headers.get("retry-after")) >= 1;
  });

  assert.equal((await ask("192.0.2.2")).status, 404);
});

test("a link that was not made here is not found", async () => {
  for (const token of ["x", "web_1.1.0.AAAA", "%00", "đ"]) {
    assert.equal((await fetch(`${baseUrl}/l/${token}`, { redirect: "manual" })).status, 404, token);
  }
});
