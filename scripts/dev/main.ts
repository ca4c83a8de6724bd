import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stopWithNpm } from "../../server/process/signals.ts";
import { findFreePort } from "../../server/store/db/embedded/port.ts";
import { startEmbedded } from "../../server/store/db/embedded/start.ts";
import { answerWith } from "./front.ts";
import { serveConsole, serveWidget } from "./parts.ts";
import { startServer } from "./server.ts";

// npm run dev: one address for everything. The console and the widget come from Vite and change in the open page as
// their sources do; all other requests go to a server that restarts when one of its files changes. Options are for the
// server's Node: `npm run dev -- --inspect`.
const environment: NodeJS.ProcessEnv & { DATA_DIR: string } = {
  ...process.env,
  DATA_DIR: process.env.DATA_DIR ?? "./data-dev",
  ALLOW_PLATFORM_HOSTS: process.env.ALLOW_PLATFORM_HOSTS ?? "127.0.0.1",
};
const { HOST = "127.0.0.1", PORT = "3000", DATA_DIR, DATABASE_URL } = environment;
const endings: (() => Promise<unknown>)[] = [];
let isEnding = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
stopWithNpm(() => void end(0));

try {
  await start();
} catch (error) {
  say(isAddressInUse(error) ? `Port ${PORT} is taken. Set PORT to another one.` : `${(error as Error).message}`);
  await end(1);
}

async function start(): Promise<void> {
  const front = createServer();
  front.listen(Number(PORT), HOST);
  await once(front, "listening");
  endings.push(async () => {
    front.close();
    front.closeAllConnections();
  });
  const baseUrl = `http://${HOST}:${(front.address() as AddressInfo).port}`;

  // Joined here, PostgreSQL goes on while the server restarts.
  if (!DATABASE_URL) {
    const database = await startEmbedded({ dataDir: DATA_DIR, log: say });
    endings.push(database.stop);
  }

  const port = await findFreePort();
  const parts = await Promise.all([serveConsole(front), serveWidget(front)]);
  for (const part of parts) endings.push(part.close);
  front.on("request", answerWith({ port, parts }));

  const server = startServer({
    options: process.argv.slice(2),
    environment: { ...environment, HOST: "127.0.0.1", PORT: `${port}`, BASE_URL: baseUrl, SHUTDOWN_GRACE_MS: "0" },
    onExit: (code) => void end(code),
  });
  endings.push(server.stop);
  say(`Development: ${baseUrl}/ (Ctrl-C stops it)\n`);
}

/** The newest first: the server before its database. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const work of endings.reverse()) await work().catch((error: Error) => say(error.message));
  process.exit(code);
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
