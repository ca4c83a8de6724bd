import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { run } from "../../store/db/embedded/account.ts";
import { openCluster } from "../../store/db/embedded/cluster.ts";
import { stopPostmaster } from "../../store/db/embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "../../store/db/embedded/start.ts";
import { onServer } from "./template.ts";

export const isRoot = process.getuid?.() === 0;

/** A data folder for one test. When the test ends, servers started there are stopped and the folder is removed. */
export function aPlace(t: TestContext) {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "banter-embedded-")));
  chmodSync(parent, 0o711);
  const [dataDir, fallbackDir] = [join(parent, "data"), join(parent, "fallback")];
  for (const folder of [dataDir, fallbackDir]) mkdirSync(folder, { mode: 0o711 });

  const started: EmbeddedServer[] = [];
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

/** A server that an operator has started with other settings than ours, such as "fsync=off". */
export async function startWith(t: TestContext, settings: string[]): Promise<{ url: string }> {
  const { dataDir, fallbackDir, start } = aPlace(t);
  const { url, stop } = await start();
  await stop();
  const cluster = await openCluster({ dataDir, fallbackDir, log: () => {} });
  const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings];
  const options = [`-p ${cluster.port}`, ...all.map((setting) => `-c ${setting}`)].join(" ");
  const args = [
    "start",
    "--wait",
    "--silent",
    "-D",
    cluster.cluster,
    "-l",
    join(cluster.cluster, "log"),
    "-o",
    options,
  ];
  const { succeeded, output } = await run(cluster.account, cluster.binaries.pg_ctl, args);
  if (!succeeded) throw new Error(output);
  atEnd(t, () => stopPostmaster(cluster, () => {}));
  return { url };
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
  const { url, location } = JSON.parse(line.toString()) as Omit<EmbeddedServer, "stop">;
  return { url, location, gone, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

export function postmasterOf({ location }: Pick<EmbeddedServer, "location">): number {
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
