import { isatty } from "node:tty";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { isUnused, makeDemo } from "../domain/pages/demo.ts";
import { openLog } from "../process/log.ts";
import { stopOnSignals } from "../process/signals.ts";
import { untilAvailable } from "../process/until-available.ts";
import { startWatchdog } from "../process/watchdog.ts";
import { say, welcome } from "../process/welcome.ts";
import { type OpenedDatabase, openDatabase } from "../store/db/open.ts";
import { countAllowedConnections, shareConnections } from "../store/db/share-connections.ts";
import { deleteNode } from "../store/runtime/nodes.ts";
import { createMetrics } from "./metrics.ts";
import { type Ending, startNodeProcess } from "./node-process.ts";
import { Slot } from "./slot.ts";

/**
 * Runs several nodes behind one port: prepares the database once, starts the nodes, starts those again that die or hang,
 * replaces one after the other on SIGHUP, and stops all on SIGTERM.
 */
export async function runSupervisor(config: Config): Promise<void> {
  const log = openLog(config.logLevel);
  const opened = await openDatabase(config, {
    say,
    onError: (error) => log.warn({ err: error }, "database connection lost"),
    name: "banter-supervisor",
    max: 2,
  });
  let isStopping = false;
  let slots: Slot[] = [];
  const stop = async (graceMs: number) => {
    isStopping = true;
    await Promise.all(slots.map((slot) => slot.stop({ isReplaced: false, graceMs })));
    await opened.close();
  };
  // Ctrl-C at a terminal does not wait for load balancers.
  stopOnSignals(log, (signal) => stop(signal === "SIGTERM" ? config.shutdownGraceMs : 0));
  startWatchdog({
    limitMs: 15_000,
    isMoving: () => true,
    onError: (error) => log.error({ err: error }, "watchdog failed"),
  });
  try {
    slots = await createSlots(opened, config, log);
    const baseUrl = await startAll(slots);
    replaceOnHangUp(slots, log);
    const demo = await untilAvailable(
      async () => ((await isUnused(opened.db)) ? makeDemo(opened) : undefined),
      (error) => log.warn({ err: error }, "no demo yet: the database does not answer"),
    );
    welcome(baseUrl, opened.location, demo);
  } catch (error) {
    // The signal ends the process.
    if (isStopping) return;
    await stop(0);
    throw error;
  }
}

async function createSlots({ db }: OpenedDatabase, config: Config, log: Logger): Promise<Slot[]> {
  const limit = config.databaseConnections ?? (await countAllowedConnections(db));
  const connections = shareConnections({ nodes: config.nodes, limit });
  const metrics = createMetrics();

  /** Nodes that are being replaced are left out: their numbers would appear twice. */
  async function collectMetrics(): Promise<string[]> {
    const texts = await Promise.all(slots.map(({ current }) => current?.findMetrics()));
    // A node that is starting has no metrics yet.
    const running = texts.flatMap((text) => text || []);
    return [await metrics.read(running.length), ...running];
  }

  async function onFailed(number: number, ending: Ending, nodeId: string | undefined): Promise<void> {
    const { isHung, ...how } = ending;
    log.error({ node: number, ...how }, isHung ? "node hung and was killed" : "node ended");
    metrics.countFailure(number, isHung);
    // Its pages are free at once, not only when its lease has lapsed.
    if (nodeId) await deleteNode(db, nodeId).catch((error) => log.warn({ err: error }, "node not deregistered"));
  }

  const launch = (number: number) => startNodeProcess({ number, databaseUrl: db.url, connections }, collectMetrics);
  const slots = Array.from(
    { length: config.nodes },
    (_, index) => new Slot(index + 1, { log, launch, onFailed: (...failure) => void onFailed(...failure) }),
  );
  return slots;
}

/** Resolves to the address. Nodes that do not start are tried again if there is at least one that serves. */
async function startAll(slots: Slot[]): Promise<string> {
  const started = await Promise.allSettled(slots.map((slot) => slot.start()));
  const serving = started.find((each) => each.status === "fulfilled");
  if (serving) return serving.value.baseUrl;
  throw started.find((each) => each.status === "rejected")?.reason;
}

/** A signal that arrives meanwhile replaces all nodes once more. */
function replaceOnHangUp(slots: Slot[], log: Logger): void {
  const hasTerminal = isatty(1);
  let isWanted = false;
  let isReplacing = false;

  async function replaceAll(): Promise<void> {
    for (const slot of slots) {
      log.info({ node: slot.number }, "replacing node");
      const isReplaced = await slot.replace();
      if (slot.isStopped) return;
      if (!isReplaced) return log.error({ node: slot.number }, "new node did not start, the old ones stay");
    }
    log.info("all nodes replaced");
  }

  process.on("SIGHUP", async () => {
    // The terminal of the server was closed.
    if (hasTerminal && !isatty(1)) return process.kill(process.pid, "SIGTERM");
    isWanted = true;
    if (isReplacing) return;
    isReplacing = true;
    while (isWanted) {
      isWanted = false;
      await replaceAll();
    }
    isReplacing = false;
  });
}
