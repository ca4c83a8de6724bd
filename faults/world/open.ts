import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@banter/core/test/at-end.ts";
import type { Database } from "../../server/store/db/db.ts";
import { migrate } from "../../server/store/db/migrate.ts";
import type { Stage } from "../stage.ts";
import { openCitus } from "./citus.ts";
import { connectWorld } from "./database.ts";
import { aNode, type Node } from "./node.ts";
import { aFaultPage, type FaultPage } from "./pages.ts";
import { type Arrival, type Platform, startPlatform } from "./platform.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { echoWebhook, post } from "./webhooks.ts";

/** Everything a scenario acts on: servers, their database, their platform and their pages. */
export type World = {
  stage: Stage;
  postgres: Postgres;
  platform: Platform;
  nodes: Node[];
  pages: FaultPage[];
  /** The harness's own connections, which fail while PostgreSQL is stopped. */
  db: Database;
  /** A random node that serves. */
  anyNode(): Node;
};

export type WorldOptions = {
  channel: FaultPage["channel"];
  pages?: number;
  nodes?: number;
  /** True if the platform echoes the page's messages. */
  hasEchoes?: boolean;
  hasSmallDisk?: boolean;
  /** The database is distributed over servers of a Citus cluster. */
  isDistributed?: boolean;
  settings?: NodeJS.ProcessEnv;
  /** Settings of one node, by its number. */
  settingsOf?: (number: number, postgres: Postgres) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>;
};

/** Starts everything and waits until the nodes serve. Everything is stopped with the stage. */
export async function openWorld(stage: Stage, options: WorldOptions): Promise<World> {
  const { t, root } = stage;
  const { channel, pages: pageCount = 4, nodes: nodeCount = 1, hasEchoes = channel === "messenger" } = options;
  const postgres = options.isDistributed
    ? await openCitus(t)
    : await startPostgres(t, { hasSmallDisk: options.hasSmallDisk ?? false });
  await migrate(postgres.url);
  const db = connectWorld(postgres.url);
  atEnd(t, db.close);
  const platform = await startPlatform(t);
  const pages: FaultPage[] = [];
  for (let number = 0; number < pageCount; number++)
    pages.push(await aFaultPage(db, { channel, number, origin: platform.origin }));
  const nodes: Node[] = [];
  for (let number = 0; number < nodeCount; number++) {
    const settings = { ...nodeSettings, ...options.settings, ...(await options.settingsOf?.(number, postgres)) };
    nodes.push(await aNode(t, { databaseUrl: postgres.url, settings, ...(root && { root }) }));
  }
  const world = assemble({ stage, postgres, platform, nodes, pages, db }, { hasEchoes });
  await Promise.all(nodes.map((node) => node.start()));
  return world;
}

export const nodeSettings = {
  API_RATE_PER_SECOND: "100000",
  API_RATE_BURST: "100000",
  ALLOW_PRIVATE_HOSTS: "127.0.0.1",
};

/** Makes a world of its parts, and lets the history know of every delivery. */
export function assemble(parts: Omit<World, "anyNode">, { hasEchoes }: { hasEchoes: boolean }): World {
  const { stage, nodes, platform } = parts;
  const { random, history } = stage;
  const world: World = {
    ...parts,
    anyNode() {
      const serving = nodes.filter((node) => node.isServing());
      const drawn = serving[Math.floor(random() * serving.length)] ?? nodes[0];
      if (!drawn) throw new Error("The world has no node.");
      return drawn;
    },
  };
  platform.onTaken = (arrival, echoAfterMs) => {
    history.deliver(arrival);
    if (hasEchoes && !stage.isOver()) void echo(world, arrival, echoAfterMs);
  };
  return world;
}

/** Sends the echo until it is accepted, as Meta does. */
async function echo(world: World, arrival: Arrival, afterMs: number): Promise<void> {
  const page = world.pages.find(({ pageId }) => pageId === arrival.pageId);
  if (!page) return;
  const posting = echoWebhook(page, arrival);
  await sleep(afterMs, undefined, { ref: false });
  for (let waitMs = 100; !world.stage.isOver(); waitMs = Math.min(2 * waitMs, 2000)) {
    if ((await post(world.anyNode().baseUrl, posting)) === 200) return;
    await sleep(waitMs);
  }
}
