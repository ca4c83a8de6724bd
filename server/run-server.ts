import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, pino } from "pino";
import type { Channels } from "./channels/channel.ts";
import { type Config, readConfig } from "./config.ts";
import { type Demo, isUnused, makeDemo } from "./domain/pages/demo.ts";
import { findInstallation } from "./installation.ts";
import { type Node, startNode } from "./node.ts";
import { leaseSeconds } from "./store/conversations/nodes.ts";
import { openDatabase } from "./store/db/open.ts";
import { heartbeatsMove, startWatchdog } from "./watchdog.ts";

/** The whole life of a server process: database, demo on an empty one, serving, and a clean end on a signal. */
export async function runServer(channels: Channels): Promise<void> {
  try {
    await start(readConfig(), channels);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function start(config: Config, channels: Channels): Promise<void> {
  const log = pino({ level: config.logLevel });
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
  endOnSignals(log, async (signal) => {
    node?.deps.health.stop();
    // Balancers see that the server is not ready before it refuses anything; a person at the terminal does not wait.
    if (node && signal === "SIGTERM") await sleep(config.shutdownGraceMs);
    await stop();
  });
  try {
    const installation = findInstallation(config.dataDir);
    node = await startNode({ db: opened.db, config, log, channels, installation });
    startWatchdog({
      limitMs: (leaseSeconds + 5) * 1000,
      isMoving: heartbeatsMove(node.deps.health.heartbeats),
      onError: (error) => log.error({ err: error }, "watchdog failed"),
    });
    // Only now: a start that fails must not use up the demo, whose token and password are shown once.
    const demo = (await isUnused(opened.db)) ? await makeDemo(opened) : undefined;
    welcome(node.baseUrl, opened.location, demo);
  } catch (error) {
    log.debug({ err: error }, "not started");
    await stop();
    throw isAddressInUse(error) ? new Error(`Port ${config.port} is taken. Set PORT to another one.`) : error;
  }
}

/** The first signal ends what is begun and then the process; a second one does not wait. */
function endOnSignals(log: Logger, stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let stoppingSince: number | undefined;
  function onSignal(signal: NodeJS.Signals): void {
    if (stoppingSince !== undefined) {
      // npm passes on what a terminal or a supervisor has sent to the whole group: that is one signal, not two.
      if (performance.now() - stoppingSince > 300) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    say("Stopping.");
    setTimeout(() => {
      log.error("not stopped within 30 seconds: ending now");
      process.exit(1);
    }, 30_000).unref();
    stop(signal).then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "not stopped in order");
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
