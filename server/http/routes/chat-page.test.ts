import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Look } from "@banter/core/model/content/look.ts";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { aFlow, aPage, aPageFile } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { aVisitor } from "../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });

const media = `/media/web_1/1/${"k".repeat(22)}/logo.png`;

async function aBrandedPage(look: Look, origins: string[] = []) {
  const { pageId } = await aPage(deps);
  await changePageSettings(deps, pageId, { look, origins });
  return pageId;
}

test("the chat page holds its look and its name, escaped", async () => {
  const pageId = await aBrandedPage({ name: `</title>"'&<script>`, texts: { title: `"><img src=x>` }, picture: media });

  const answer = await fetch(`${baseUrl}/chat/${pageId}`);
  const html = await answer.text();
  const content = /name="look" content="([^"]*)"/.exec(html)?.[1] ?? assert.fail("the page has no look");
  const look = JSON.parse(content.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));

  assert.deepEqual(look.texts, { title: `"><img src=x>` });
  assert.equal(look.picture, baseUrl + media);
  assert.doesNotMatch(html, /<script>|<img/);
  assert.match(html, /<title>&#60;\/title&#62;/);
  const policy = answer.headers.get("content-security-policy") ?? "";
  assert.match(policy, /script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|frame-src/);
});

test("the look of a widget is a module that any site may load", async () => {
  const pageId = await aBrandedPage({ color: "#7a1f2b", bubble: { text: "Chào bạn", delay_seconds: 3 } }, [
    "https://shop.example",
  ]);

  const answer = await fetch(`${baseUrl}/chat/${pageId}/look.js`, { headers: { origin: "https://other.example" } });

  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal(answer.headers.get("content-type"), "text/javascript; charset=utf-8");
  const module = await import(`data:text/javascript;base64,${Buffer.from(await answer.text()).toString("base64")}`);
  assert.deepEqual(module.default, { color: "#7a1f2b", bubble: { text: "Chào bạn", delay_seconds: 3 } });
});

test("a page that does not exist, or is on another channel, has neither look nor preview", async () => {
  for (const path of ["look.js", "preview"])
    for (const pageId of ["web_999", "%00", "fb_1"])
      assert.equal((await fetch(`${baseUrl}/chat/${pageId}/${path}`)).status, 404, `${pageId} ${path}`);
});

test("only our own pages may show the preview", async () => {
  const pageId = await aBrandedPage({}, ["https://shop.example"]);

  const answer = await fetch(`${baseUrl}/chat/${pageId}/preview`);

  assert.match(answer.headers.get("content-security-policy") ?? "", /frame-src 'self'; frame-ancestors 'self'$/);
});

test("the profile has the name shown and, outside working hours, the owner's words for it", async () => {
  const pageId = await aBrandedPage({ name: "Lan", texts: { away: "We open at 8" } });
  const profile = async () => {
    const answer = await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/profile`);
    return (await answer.json()) as { page: { name: string }; away: string | null };
  };

  assert.equal((await profile()).page.name, "Lan");
  assert.equal((await profile()).away, null);
  await changePageSettings(deps, pageId, { hours: [] });
  assert.equal((await profile()).away, "We open at 8");
});

test("a visitor who opens the chat is greeted once; one who only comes back is not", async () => {
  const { pageId } = await aPage(deps, {
    ...aPageFile({ flows: [aFlow("Welcome", "Welcome!"), aFlow("Sorry", "Sorry?")] }),
    page: { ...aPageFile().page, welcome: "Welcome", default_reply: "Sorry" },
  });
  const visitor = await aVisitor(baseUrl, pageId, { opened: true });
  await visitor.hear((said) => said.length >= 1);
  await aVisitor(baseUrl, pageId, { opened: true }, visitor.token);

  await visitor.say("hello");
  const said = await visitor.hear((said) => said.length >= 3);

  assert.deepEqual(
    said.map(({ text }) => text),
    ["Welcome!", "hello", "Sorry?"],
  );
});

test("without the setting, or without a sign that the chat is open, the welcome waits for a message", async () => {
  const file = {
    ...aPageFile({ flows: [aFlow("Welcome", "Welcome!")] }),
    page: { ...aPageFile().page, welcome: "Welcome" },
  };
  const { pageId } = await aPage(deps, { ...file, chat: { welcome_on_open: false } });
  const { pageId: other } = await aPage(deps, { ...file, chat: { welcome_on_open: true } });

  for (const visitor of [await aVisitor(baseUrl, pageId, { opened: true }), await aVisitor(baseUrl, other)]) {
    await visitor.say("hello");
    const said = await visitor.hear((said) => said.length >= 2);
    assert.deepEqual(
      said.map(({ text }) => text),
      ["hello", "Welcome!"],
    );
  }
});
