import { startChild } from "../child.ts";
import { openConnection, postOf } from "../load/connection.ts";
import { type Figure, measure } from "../measure.ts";
import { webhookTo } from "../page.ts";
import type { Place } from "../place.ts";
import { openCommits } from "./commits.ts";

/** What the machine gave just then, each a second. */
export type Anchors = {
  echo: number;
  commits: number;
  posts: number;
  floor: number;
  /** What the floor cost, and how long its jobs took. */
  floorFigure: Figure;
};

export type Posting = { origin: string; seconds: number };
export type Posted = { perSecond: number };

export type AnchorSet = {
  /** The floor with so many jobs under way. */
  measure(jobsUnderWay: number): Promise<Anchors>;
  /** The floor's latency at so many a second. */
  paceFloor(seconds: number, perSecond: number): Promise<Figure>;
};

export async function openAnchors(place: Place, seconds: number): Promise<AnchorSet> {
  const { databaseUrl, standIn, undo } = place;
  const start = async (script: string, argument?: string) => {
    const child = await startChild(script, argument);
    undo.add(child.stop);
    return child;
  };
  const echo = await start("./anchors/echo.ts");
  const posts = await start("./anchors/posts.ts");
  const floor = await start("./floor.ts", JSON.stringify({ databaseUrl, origin: standIn.origin }));
  const commits = await openCommits(databaseUrl);
  undo.add(commits.stop);
  const target = { port: floor.port, messagesPerJob: 2, requestOf: webhookTo("floor", "unique") };

  return {
    async measure(jobsUnderWay) {
      const echoes = await measureEcho(echo.port, seconds);
      const committed = await commits.measure(seconds);
      standIn.onArrival = () => {};
      const { perSecond } = await posts.ask<Posted>({ origin: standIn.origin, seconds } satisfies Posting);
      const floorFigure = await measure(place, floor, target, { seconds: seconds * 2, jobsUnderWay });
      if (floorFigure.lost > 0) throw new Error(`The floor has lost ${floorFigure.lost} jobs.`);
      return { echo: echoes, commits: committed, posts: perSecond, floor: floorFigure.jobsPerSecond, floorFigure };
    },
    paceFloor: (seconds, perSecond) => measure(place, floor, target, { seconds, perSecond }),
  };
}

async function measureEcho(port: number, seconds: number): Promise<number> {
  const connections = await Promise.all(Array.from({ length: 32 }, () => openConnection(port)));
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
