import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { type Embedded, startEmbedded } from "../../store/db/embedded/start.ts";
import { onServer } from "./template.ts";

export const isRoot = process.getuid?.() === 0;

/** A data folder for one test. When the test ends, servers started there are stopped and the folder is removed. */
export function aPlace(t: TestContext) {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "banter-embedded-")));
  chmodSync(parent, 0o711);
  const [dataDir, fallbackDir] = [join(parent, "data"), join(parent, "fallback")];
  for (const folder of [dataDir, fallbackDir]) mkdirSync(folder, { mode: 0o711 });

  const started: Embedded[] = [];
  const lines: string[] = [];
  atEnd(t, async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    rmSync(parent, { recursive: true, force: true });
  });
  const start = async () => {
    const embedded = await startEmbedded({ dataDir, fallbackDir, log: (line) => lines.push(line) });
    started.push(embedded);
    return embedded;
  };
  return { dataDir, fallbackDir, lines, start };
}

/** Another process that has started the data folder's server and holds it. It stops in order on SIGTERM. */
export async function holdElsewhere(t: TestContext, dataDir: string) {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(new URL("../../store/db/embedded/start.ts", import.meta.url).href)});
    const fallbackDir = ${JSON.stringify(join(dataDir, "../fallback"))};
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, fallbackDir, log: () => {} });
    process.on("SIGTERM", () => embedded.stop().then(() => process.exit()));
    setInterval(() => {}, 1000);
    console.log(JSON.stringify(embedded));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  atEnd(t, async () => {
    child.kill("SIGKILL");
    await gone;
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { url, location } = JSON.parse(line.toString()) as Omit<Embedded, "stop">;
  return { url, location, gone, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

export function postmasterOf({ location }: Pick<Embedded, "location">): number {
  return Number(readFileSync(join(location, "postmaster.pid"), "utf8").split("\n")[0]);
}

export async function ask(url: string, question: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return onServer(url, async (client) => (await client.query(question, values)).rows);
}

export function isUp(url: string): Promise<boolean> {
  return ask(url, "select 1").then(
    () => true,
    () => false,
  );
}
