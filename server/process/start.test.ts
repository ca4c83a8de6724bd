import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDemo } from "../domain/pages/demo.ts";
import { freshDatabase } from "../test/database/database.ts";
import { onServer } from "../test/database/template.ts";
import { testNode } from "../test/node.ts";
import { aBrowser } from "../test/people.ts";
import { aServerProcess } from "../test/server-process.ts";
import { until } from "../test/until.ts";

// The first is written when a node registers, the second is read to find out whether the demo is to be made.
for (const [table, mode] of [
  ["nodes", "share"],
  ["workspaces", "access exclusive"],
])
  test(`a server that answers already does not end while the database stalls (${table})`, async (t) => {
    const url = await freshDatabase(t);
    const server = await aServerProcess(t, url);
    let started: Promise<void> | undefined;

    await onServer(url, async (client) => {
      await client.query(`begin; lock table ${table} in ${mode} mode`);
      started = server.start();
      started.catch(() => undefined);
      await server.says("the database does not answer");
      assert.equal((await fetch(`${server.baseUrl}/healthz`)).status, 200);
      await client.query("rollback");
    });

    await started;
    await until(async () => (await fetch(`${server.baseUrl}/readyz`)).status === 200);
    assert.match(server.output(), /^ {2}Login {6}owner@example\.com/m);
  });

test("nobody can sign up as the first owner of a server that is about to make the demo", async (t) => {
  const { baseUrl, deps } = await testNode(t, { makesDemo: true });
  const body = { name: "Eve", email: "eve@example.com", password: "correct horse battery", workspace: "Eve's" };
  const signUp = () =>
    aBrowser(baseUrl).fetch(`${baseUrl}/api/v1/setup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const needsOwner = async () =>
    ((await (await fetch(`${baseUrl}/api/v1/setup`)).json()) as { needs_owner: boolean }).needs_owner;

  assert.equal((await signUp()).status, 503);
  assert.equal(await needsOwner(), false);
  await makeDemo(deps);

  assert.equal((await signUp()).status, 409);
  assert.equal(await needsOwner(), false);
});
