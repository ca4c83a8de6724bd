import type { Logger } from "pino";
import { isStartedByNpm } from "../config/config.ts";
import { say } from "./welcome.ts";

/** The first signal shuts down in order; a second one exits at once. */
export function stopOnSignals(log: Logger, stop: (signal: NodeJS.Signals) => Promise<void>): void {
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
  stopWithNpm(() => onSignal("SIGTERM"));
}

/**
 * npm passes a signal on to the shell between it and the server. Some shells end at it without telling the server, which
 * would go on as nobody's child and keep its port.
 */
export function stopWithNpm(stop: () => void): void {
  if (!isStartedByNpm()) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500).unref();
}
