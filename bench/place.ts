import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../server/store/db.ts";
import { startEmbedded } from "../server/store/embedded.ts";
import { migrate } from "../server/store/migrate.ts";
import { sql } from "../server/store/sql.ts";
import { type StandIn, startStandIn } from "./stand-in.ts";

/** Everything a figure is measured on, and what undoes it. */
export type Place = { db: Database; databaseUrl: string; postmaster: number; standIn: StandIn; undo: Undo };

/** What was made last goes first. Called twice, it waits for the first. */
export type Undo = { add(work: () => Promise<unknown>): void; all(): Promise<void> };

export async function openPlace(undo: Undo): Promise<Place> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "banter-bench-")));
  undo.add(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Where PostgreSQL runs as another user, that user has to pass through.
  chmodSync(folder, 0o711);
  const fallbackDir = join(folder, "fallback");
  const embedded = await startEmbedded({ dataDir: join(folder, "data"), fallbackDir, log: () => {} });
  undo.add(embedded.stop);
  await migrate(embedded.url);
  const db = connect({ url: embedded.url, name: "bench", onError: () => {} });
  undo.add(db.close);
  await makeTables(db);
  const standIn = await startStandIn();
  undo.add(standIn.stop);
  const postmaster = Number(readFileSync(join(embedded.location, "postmaster.pid"), "utf8").split("\n")[0]);
  return { db, databaseUrl: embedded.url, postmaster, standIn, undo };
}

export function openUndo(): Undo {
  const works: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | undefined;

  async function end(): Promise<void> {
    for (let work = works.pop(); work; work = works.pop()) {
      await work().catch((error: Error) => console.error(`Not undone: ${error.message}`));
    }
  }
  return { add: (work) => void works.push(work), all: () => (ending ??= end()) };
}

/** Of the anchors, beside Banter's own. */
async function makeTables(db: Database): Promise<void> {
  await db.count(
    sql`create table bench_commits (id bigint generated always as identity primary key, text text not null)`,
  );
  await db.count(sql`create table floor_events (id bigint primary key, psid text not null, event json not null)`);
  await db.count(sql`
    create table floor_messages (
      id bigint primary key, psid text not null, content json not null, platform_id text, sent_at timestamptz
    ) with (fillfactor = 80)`);
}
