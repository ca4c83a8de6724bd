import assert from "node:assert/strict";
import { test } from "node:test";
import { testApp } from "../../test/app.ts";
import { aMember, aPageOf, type Browser, signedIn } from "../../test/people.ts";

/** So slow that nothing is refilled during a test. */
const rate = { managementRate: { perSecond: 0.0001, burst: 10 } };

test("a user has a budget of calls, which leaves that of others alone", async (t) => {
  const { baseUrl, deps } = await testApp(t, rate);
  const [ann, bob] = [await signedIn(baseUrl, await aMember(deps)), await signedIn(baseUrl, await aMember(deps))];
  const ask = ({ fetch }: Browser) => fetch(`${baseUrl}/api/v1/me`);

  for (let calls = 1; calls <= 10; calls++) assert.equal((await ask(ann)).status, 200);
  const refused = await ask(ann);

  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]/);
  assert.equal((await ask(bob)).status, 200);
});

test("a workspace has a budget of calls, which many members and downloads share", async (t) => {
  const { baseUrl, deps } = await testApp(t, rate);
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const colleagues = await Promise.all(
    Array.from({ length: 5 }, () => aMember(deps, { workspaceId: owner.workspaceId })),
  );
  const [last = assert.fail(), ...browsers] = await Promise.all(colleagues.map((each) => signedIn(baseUrl, each)));
  const ask = ({ fetch }: Browser, path: string) => fetch(`${baseUrl}/api/v1/pages/${pageId}${path}`);
  const other = await aMember(deps);
  const stranger = await signedIn(baseUrl, other);

  for (const browser of browsers)
    for (const path of ["/tree", "/customers.csv"])
      for (let calls = 1; calls <= 5; calls++) assert.equal((await ask(browser, path)).status, 200);

  for (const path of ["/tree", "/customers.csv", "/tools/1/qr.png"]) assert.equal((await ask(last, path)).status, 429);
  const elsewhere = await aPageOf(deps, other);
  assert.equal((await stranger.fetch(`${baseUrl}/api/v1/pages/${elsewhere}/tree`)).status, 200);
});
