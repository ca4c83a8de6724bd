import { pino } from "pino";
import type { Channels } from "./channels/channel.ts";
import { type Config, readConfig } from "./config.ts";
import { type Demo, isUnused, makeDemo } from "./domain/demo.ts";
import { findInstallation } from "./installation.ts";
import { type Node, startNode } from "./node.ts";
import { openDatabase } from "./store/open.ts";

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
  endOnSignals(stop);
  try {
    const installation = findInstallation(config.dataDir);
    node = await startNode({ db: opened.db, config, log, channels, installation });
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
function endOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      say("Stopping.");
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
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
