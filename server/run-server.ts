import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Channels } from "./channels/channel.ts";
import { type Config, readConfig } from "./config.ts";
import { type Demo, isUnused, makeDemo } from "./domain/pages/demo.ts";
import { findInstallation } from "./installation.ts";
import { openLog } from "./log.ts";
import { type Node, startNode } from "./node.ts";
import { leaseSeconds } from "./store/conversations/nodes.ts";
import { openDatabase } from "./store/db/open.ts";
import { heartbeatsMove, startWatchdog } from "./watchdog.ts";

/** Runs a server process: opens the database, creates the demo in an empty one, serves, and shuts down on a signal. */
export async function runServer(channels: Channels): Promise<void> {
  try {
    await start(readConfig(), channels);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function start(config: Config, channels: Channels): Promise<void> {
  const log = openLog(config.logLevel);
  const opened = await openDatabase(config, {
    say,
    onError: (error) => log.warn({ err: error }, "database connection lost"),
    name: "banter",
  });
  let node: Node | undefined;
  const stop = async () => {
    await node?.stop();
    await opened.close();
  };
  stopOnSignals(log, async (signal) => {
    node?.deps.health.stop();
    // Load balancers must see `/readyz` fail before requests are refused. Ctrl-C at a terminal does not wait.
    if (node && signal === "SIGTERM") await sleep(config.shutdownGraceMs);
    await stop();
  });
  try {
    const installation = findInstallation(config.dataDir);
    node = await startNode({ db: opened.db, keys: opened.keys, config, log, channels, installation });
    startWatchdog({
      limitMs: (leaseSeconds + 5) * 1000,
      isMoving: heartbeatsMove(node.deps.health.heartbeats),
      onError: (error) => log.error({ err: error }, "watchdog failed"),
    });
    // After the start, because the demo's token and password are shown only once.
    const demo = (await isUnused(opened.db)) ? await makeDemo(opened) : undefined;
    welcome(node.baseUrl, opened.location, demo);
  } catch (error) {
    log.debug({ err: error }, "server not started");
    await stop();
    throw isAddressInUse(error) ? new Error(`Port ${config.port} is taken. Set PORT to another one.`) : error;
  }
}

/** The first signal shuts down in order; a second one exits at once. */
function stopOnSignals(log: Logger, stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let stoppingSince: number | undefined;
  function onSignal(signal: NodeJS.Signals): void {
    if (stoppingSince !== undefined) {
      // npm forwards a signal that the whole process group has received already: both count as one.
      if (performance.now() - stoppingSince > 300) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    say("Stopping.");
    setTimeout(() => {
      log.error("shutdown took more than 30 seconds, exiting now");
      process.exit(1);
    }, 30_000).unref();
    stop(signal).then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  }
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}

function welcome(baseUrl: string, location: string, demo: Demo | undefined): void {
  say(`Banter is running. Data: ${location}`);
  say("");
  say(`  Console    ${baseUrl}/`);
  if (demo) say(`  Login      ${demo.email}  ${demo.password}`);
  if (demo) say(`  Chat page  ${baseUrl}/chat/${demo.pageId}`);
  say(`  API        ${baseUrl}/docs`);
  say("");
  if (demo) {
    say("  Try the public API:");
    say(`  curl -H 'access-token: ${demo.token}' ${baseUrl}/api/public_api/v1/pages/${demo.pageId}/flows`);
  } else say("  A new demo login and token: npm run -s banter -- demo");
  say("");
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
