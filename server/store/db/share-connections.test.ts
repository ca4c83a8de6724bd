import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../test/app.ts";
import { countAllowedConnections, shareConnections } from "./share-connections.ts";

test("all nodes together, and one more while they are replaced, keep within the limit", () => {
  for (let nodes = 2; nodes <= 11; nodes++) {
    const { hot, general } = shareConnections({ nodes, limit: 87 });
    assert.ok((hot + general + 2) * (nodes + 1) <= 87, `${nodes} nodes`);
    assert.ok(hot >= 2 && general >= 3, `${nodes} nodes`);
  }
});

test("no node has more connections than a node alone, which has them without a limit too", () => {
  assert.deepEqual(shareConnections({ nodes: 1, limit: undefined }), { hot: 6, general: 10 });
  assert.deepEqual(shareConnections({ nodes: 1, limit: 18 }), { hot: 6, general: 10 });
  assert.deepEqual(shareConnections({ nodes: 2, limit: 1000 }), { hot: 6, general: 10 });
  assert.deepEqual(shareConnections({ nodes: 1, limit: 7 }), { hot: 2, general: 3 });
});

test("more nodes than there are connections for are refused", () => {
  assert.throws(() => shareConnections({ nodes: 12, limit: 87 }), /13 nodes need 91, but may have 87\. Raise/);
  assert.throws(() => shareConnections({ nodes: 1, limit: 6 }), /1 nodes need 7, but may have 6/);
});

test("the database tells how many connections it allows", async (t) => {
  const allowed = await countAllowedConnections(await testDatabase(t));

  assert.ok(allowed > 0 && Number.isInteger(allowed), String(allowed));
});
