import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Refusal } from "@banter/sdk/manage.ts";
import { MutationObserver } from "@tanstack/react-query";
import { meQuery } from "../queries.ts";
import { makeQueryClient } from "./query-client.ts";

/** `isLoggedIn` is what the server would say of the session. */
function aClient(t: TestContext, { isLoggedIn }: { isLoggedIn: boolean }) {
  const told: string[] = [];
  const client = makeQueryClient({
    onLoggedOut: () => told.push("logged out"),
    onLoggedIn: () => told.push("logged in"),
    onFailure: (error) => told.push(`failure: ${(error as Error).message}`),
  });
  client.setQueryDefaults(meQuery.queryKey, {
    queryFn: async () => {
      if (!isLoggedIn) throw unauthorized();
      return { user: {}, workspaces: [] };
    },
  });
  t.after(() => client.clear());
  return { client, told };
}

const unauthorized = () => new Refusal(401, { code: "unauthorized", detail: "Log in first." });

const refuse = (error: Error) => async () => {
  throw error;
};

test("a refusal is not retried", async (t) => {
  const { client } = aClient(t, { isLoggedIn: true });
  let calls = 0;
  const queryFn = async () => {
    calls += 1;
    throw new Refusal(404, { code: "not_found" });
  };

  await assert.rejects(
    client.fetchQuery({ queryKey: ["x"], queryFn, retry: client.getDefaultOptions().queries?.retry }),
  );

  assert.equal(calls, 1);
});

test("a failed mutation is reported, unless its form shows the failure", async (t) => {
  const { client, told } = aClient(t, { isLoggedIn: true });
  const mutationFn = refuse(new Refusal(409, { detail: "Taken." }));

  await assert.rejects(new MutationObserver(client, { mutationFn }).mutate());
  await assert.rejects(new MutationObserver(client, { mutationFn, meta: { showsFailure: true } }).mutate());

  assert.deepEqual(told, ["failure: Taken."]);
});

test("an ended session is noticed by the query of the user itself", async (t) => {
  const { client, told } = aClient(t, { isLoggedIn: false });

  await assert.rejects(client.fetchQuery({ queryKey: meQuery.queryKey }));

  assert.deepEqual(told, ["logged out"]);
});

test("a good answer about the user tells that the session is good", async (t) => {
  const { client, told } = aClient(t, { isLoggedIn: true });

  await client.fetchQuery({ queryKey: meQuery.queryKey });

  assert.deepEqual(told, ["logged in"]);
});
