import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { atEnd } from "@banter/core/test/at-end.ts";
import type { PageVectors } from "./vector-thread.ts";

const megabytes = 1024 * 1024;

test("pages are kept as far as their vectors have room, and the one that was asked last longest", async (t) => {
  const thread = new Worker(new URL("./vector-thread.ts", import.meta.url), { execArgv: [] });
  atEnd(t, () => thread.terminate());
  const ask = async (pageId: string, vectors?: PageVectors) => {
    const vector = new Uint8Array(4).fill(1);
    const asked = { call: 1, pageId, version: "1", vector, sources: [1], limit: 1, ...(vectors && { vectors }) };
    thread.postMessage(asked);
    const [{ answer }] = await once(thread, "message");
    return answer === "unknown" ? answer : "kept";
  };
  // Shared memory is not copied, so that the test takes little of it.
  const large = { ids: [1], sourceIds: [1], vectors: [new Uint8Array(new SharedArrayBuffer(100 * megabytes))] };
  const huge = { ...large, vectors: [new Uint8Array(new SharedArrayBuffer(300 * megabytes))] };

  assert.deepEqual([await ask("one", large), await ask("two", large), await ask("one")], ["kept", "kept", "kept"]);
  assert.equal(await ask("three", large), "kept");
  assert.deepEqual([await ask("two"), await ask("one"), await ask("three")], ["unknown", "kept", "kept"]);
  assert.equal(await ask("four", huge), "kept");
  assert.deepEqual([await ask("one"), await ask("three"), await ask("four")], ["unknown", "unknown", "kept"]);
});
