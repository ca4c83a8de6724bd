import { startChild } from "../child.ts";
import { openConnections, postOf } from "../load/connection.ts";
import { connectionCount } from "../load/drive.ts";
import { type Source, sourceOf } from "../load/source.ts";
import { type Figure, measure } from "../measure.ts";
import type { Place } from "../place.ts";
import { openCommits } from "./commits.ts";

/** The rates of the simple programs at that time, per second. */
export type Anchors = {
  echo: number;
  commits: number;
  posts: number;
  floor: number;
  /** The cost and latency of the floor. */
  floorFigure: Figure;
};

export type Posting = { origin: string; seconds: number };
export type Posted = { perSecond: number };

export type AnchorSet = {
  /** Measures all anchors; the floor with this many concurrent jobs. */
  measure(jobsUnderWay: number): Promise<Anchors>;
  /** Measures the floor's latency at a fixed rate. */
  paceFloor(seconds: number, perSecond: number): Promise<Figure>;
};

export async function openAnchors(place: Place, seconds: number): Promise<AnchorSet> {
  const { url: databaseUrl, platform, undo } = place;
  await makeTables(place);
  const start = async (script: string, argument?: string) => {
    const child = await startChild(script, argument);
    undo.add(child.stop);
    return child;
  };
  const echo = await start("./anchors/echo.ts");
  const posts = await start("./anchors/posts.ts");
  const floor = await start("./anchors/floor.ts", JSON.stringify({ databaseUrl, origin: platform.origin }));
  const commits = await openCommits(databaseUrl);
  undo.add(commits.stop);
  const target = { port: floor.port, source: floorSource() };

  return {
    async measure(jobsUnderWay) {
      const echoes = await measureEcho(echo.port, seconds);
      const committed = await commits.measure(seconds);
      const { perSecond } = await posts.ask<Posted>({ origin: platform.origin, seconds } satisfies Posting);
      const floorFigure = await measure(place, floor, target, { seconds: seconds * 2, jobsUnderWay });
      if (floorFigure.lost > 0) throw new Error(`The floor has lost ${floorFigure.lost} jobs.`);
      return { echo: echoes, commits: committed, posts: perSecond, floor: floorFigure.jobsPerSecond, floorFigure };
    },
    paceFloor: (seconds, perSecond) => measure(place, floor, target, { seconds, perSecond }),
  };
}

/** A new customer each time. */
function floorSource(): Source {
  return sourceOf((number) => {
    const psid = `tg_${1_000_000_000 + number}`;
    const body = `{"events":[{"id":"${number}","from":"${psid}","text":"hello"}]}`;
    return { psid, codes: ["f.1", "f.2"], request: postOf("/webhooks/floor", {}, body) };
  });
}

async function makeTables({ db: { pool } }: Place): Promise<void> {
  await pool.query(
    "create table bench_commits (id bigint generated always as identity primary key, text text not null)",
  );
  await pool.query("create table floor_events (id bigint primary key, psid text not null, event json not null)");
  await pool.query(`
    create table floor_messages (
      id bigint primary key, psid text not null, content json not null, platform_id text, sent_at timestamptz
    ) with (fillfactor = 80)`);
}

async function measureEcho(port: number, seconds: number): Promise<number> {
  const connections = await openConnections(port, connectionCount);
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  const body = JSON.stringify({ events: [{ id: "1", from: "tg_1000000001", text: "hello" }] });
  const request = postOf("/echo", {}, body);
  let answered = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < endAt && answered < 1_000_000) {
        await connection.send(request);
        answered++;
      }
      connection.close();
    }),
  );
  return answered / ((performance.now() - startedAt) / 1000);
}
