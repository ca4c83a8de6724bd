import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { channels } from "../channels/index.ts";
import { readConfig } from "../config/config.ts";
import { type Node, startNode } from "../node.ts";
import type { Database } from "../store/db/db.ts";
import { log, type Options, onBusyMachine, onLoopback, testDatabase, testFolder } from "./app.ts";

/** A complete server that also runs the pages, on a free port of loopback, on a fresh or on the given database. */
export async function testNode(
  t: Test,
  {
    channels: given = channels,
    log: logger = log,
    makesDemo = false,
    ...config
  }: Options & { makesDemo?: boolean } = {},
  db?: Database,
): Promise<Node> {
  const database = db ?? (await testDatabase(t));
  const node = await startNode({
    db: database,
    config: { ...readConfig({}), ...onLoopback, ...onBusyMachine, port: 0, dataDir: testFolder(t), ...config },
    log: logger,
    channels: given,
    makesDemo,
  });
  atEnd(t, () => node.stop());
  return node;
}
