import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../test/people.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const { deps, baseUrl } = await testNode({ after });

/** A page with a visitor who has written, and a member who looks at it. */
async function aTalk() {
  const owner = await aMember(deps, { name: "Olga" });
  const pageId = await aPageOf(deps, owner);
  const { api } = await signedIn(baseUrl, owner);
  const ann = await aVisitor(baseUrl, pageId);
  const params = { page_id: pageId, psid: ann.psid };
  await ann.say("hello");
  const get = () => api("GET /pages/:page_id/conversations/:psid", { params });
  await until(() => get().then(Boolean, () => false));
  return { pageId, ann, api, params, present: async () => (await get()).present };
}

test("members see that a visitor types until the visitor stops or writes", async () => {
  const { pageId, ann, present } = await aTalk();
  const type = async (is_typing: unknown) => (await ann.post("/typing", { is_typing })).status;
  const typing = [{ user_id: ann.psid, name: "", is_typing: true }];

  assert.equal(await type(true), 200);
  assert.deepEqual(await present(), [], "nobody looks, so that nothing is kept");
  const leave = deps.live.subscribe(pageId, () => undefined);
  await type(true);
  assert.deepEqual(await present(), typing);
  await type(false);
  assert.deepEqual(await present(), []);
  await type(true);
  assert.deepEqual(await present(), typing);
  await ann.say("here it is");
  assert.deepEqual(await present(), []);
  leave();

  assert.equal(await type("yes"), 400);
  assert.equal((await ann.post("/typing", { is_typing: true }, { authorization: "Bearer web_1.no" })).status, 401);
});

test("a visitor sees that a member types, but not that a member looks", async (t) => {
  const { pageId, ann, api, params } = await aTalk();
  const tell = (state: "looking" | "typing") =>
    api("PUT /pages/:page_id/conversations/:psid/presence", { params, body: { state } });
  const url = `${baseUrl}/api/webchat/v1/pages/${pageId}/events`;
  const { body } = await fetch(url, { headers: { authorization: `Bearer ${ann.token}` }, signal: t.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail();
  let heard = "";
  const hear = async (words: string) => {
    while (!heard.includes(words)) heard += (await reader.read()).value ?? assert.fail("the stream has ended");
  };
  await hear("hello");

  await tell("looking");
  await ann.say("anybody?");
  await hear("anybody?");
  assert.doesNotMatch(heard, /event: typing/);
  await tell("typing");

  await hear('event: typing\ndata: {"seconds":8}');
  await reader.cancel();
});

test("a visitor learns that a member has read, at once and when they come back, and it is never taken back", async (t) => {
  const { pageId, ann, api, params } = await aTalk();
  const url = `${baseUrl}/api/webchat/v1/pages/${pageId}/events`;
  const listen = async () => {
    const { body } = await fetch(url, { headers: { authorization: `Bearer ${ann.token}` }, signal: t.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail();
    let heard = "";
    return async (words: RegExp) => {
      while (!words.test(heard)) heard += (await reader.read()).value ?? assert.fail("the stream has ended");
      return heard;
    };
  };
  const mark = (through: number | null) =>
    api("PUT /pages/:page_id/conversations/:psid/read", { params, body: { through } });
  const line = sql`select last_id from conversations where page_id = ${pageId} and psid = ${ann.psid}`;
  await until(async () => (await deps.db.count(line)) === 1);
  const { lastId: newest } = await deps.db.get<{ lastId: number }>(line);
  const hear = await listen();
  const before = await hear(/event: message/);

  await mark(newest);
  await hear(/event: read/);
  await mark(null);
  const again = await (await listen())(/event: read/);

  assert.doesNotMatch(before, /event: read/);
  assert.match(again, new RegExp(`event: read\ndata: {"through":${newest}}`));
});
