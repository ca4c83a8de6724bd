import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { startChild } from "../child.ts";
import { nowMs } from "../clock.ts";
import { getOf, openConnections } from "../load/connection.ts";
import { openScratch } from "../place.ts";
import type { Plan } from "../plan.ts";
import { benchPage } from "../prepare/page-file.ts";
import { makeMessengerPages, tokensOf } from "../prepare/pages.ts";
import { startServer, withoutRateLimit } from "../server.ts";
import { cpuOf } from "../usage.ts";
import type { Bench } from "./pairs.ts";

/** Calls per second; `fromMemory` is a Fastify route that serves the same bytes. */
export type ReadFigure = { bytes: number; perSecond: number; serverCpuMs: number; fromMemory: number };

const connectionCount = 16;

/** J4: reads lists of a large page through the public API. */
export async function runJ4({ place, plan }: Bench): Promise<Record<string, ReadFigure>> {
  const scratch = await openScratch(place, "j4");
  const [page] = await makeMessengerPages(scratch.db, { count: 1, origin: place.platform.origin, file: fileOf(plan) });
  const token = (await tokensOf(scratch.db, page ? [page] : [])).get(page?.id ?? "") ?? "";
  const server = await startServer(place, { databaseUrl: scratch.url, settings: withoutRateLimit });
  place.undo.add(server.stop);
  const figures: Record<string, ReadFigure> = {};
  for (const call of ["flows", "keywords"]) {
    const path = `/api/public_api/v1/pages/${page?.id}/${call}`;
    figures[`GET /${call}`] = await measureRead({ place, plan }, server, { path, token });
  }
  await server.stop();
  await scratch.drop();
  return figures;
}

/** The mean of the same bytes from memory before and after; a median would need more rounds. */
async function measureRead(
  { place, plan }: Pick<Bench, "place" | "plan">,
  server: { pid: number; port: number },
  { path, token }: { path: string; token: string },
): Promise<ReadFigure> {
  const headers = { "access-token": token };
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const file = join(place.folder, "answer.json");
  writeFileSync(file, bytes);
  const memory = await startChild("./anchors/bytes.ts", file);
  place.undo.add(memory.stop);

  const fromMemory = () => callsPerSecond(memory.port, getOf("/bytes", {}), plan.readSeconds);
  const before = await fromMemory();
  await callsPerSecond(server.port, getOf(path, headers), 1);
  const cpuBefore = cpuOf(server.pid);
  const perSecond = await callsPerSecond(server.port, getOf(path, headers), plan.readSeconds);
  const cpuSeconds = cpuOf(server.pid) - cpuBefore;
  const after = await fromMemory();
  await memory.stop();
  const serverCpuMs = (cpuSeconds * 1000) / (perSecond * plan.readSeconds);
  return { bytes: bytes.length, perSecond, serverCpuMs, fromMemory: (before + after) / 2 };
}

async function callsPerSecond(port: number, request: string, seconds: number): Promise<number> {
  const connections = await openConnections(port, connectionCount);
  const startedAt = nowMs();
  let answered = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (nowMs() - startedAt < seconds * 1000) {
        const status = await connection.send(request);
        if (status !== 200) throw new Error(`A read was answered with ${status}.`);
        answered++;
      }
      connection.close();
    }),
  );
  return answered / ((nowMs() - startedAt) / 1000);
}

/** A page with folders in groups of ten, and flows spread over them. */
function fileOf({ readPage: { flows, folders, keywords } }: Plan): Partial<PageFile> {
  const paths = Array.from({ length: folders }, (_, index) => {
    const group = `Group ${Math.floor(index / 10) + 1}`;
    return index % 10 === 0 ? group : `${group}/Folder ${index + 1}`;
  });
  const page = benchPage(keywords);
  const [document] = page.flows?.map((flow) => flow.document) ?? [];
  const more = Array.from({ length: flows - (page.flows?.length ?? 0) }, (_, index) => ({
    name: `${paths[index % paths.length]}/Flow ${index + 1}`,
    published: true,
    document,
  }));
  return { ...page, folders: paths, flows: [...(page.flows ?? []), ...more] } as Partial<PageFile>;
}
