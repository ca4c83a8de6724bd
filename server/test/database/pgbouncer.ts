import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { findFreePort, isFreePort } from "../../store/db/embedded/port.ts";
import { until } from "../until.ts";
import { isRoot } from "./embedded.ts";

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"], { stdio: "ignore" }).status === 0;

/** A PgBouncer in transaction mode with two connections to the database. Resolves to the url of the database in it. */
export async function aPgBouncer(t: Test, databaseUrl: string, connectQuery: string): Promise<string> {
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "banter-pgbouncer-"));
  atEnd(t, () => rmSync(folder, { recursive: true }));
  // It refuses to run as root, and must read its settings as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const connection = `host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}`;
  const settings = `
[databases]
${name} = ${connection} dbname=${name} connect_query='${connectQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`;
  writeFileSync(file, settings, { mode: 0o644 });
  const child = spawn("pgbouncer", ["--quiet", ...(isRoot ? ["--user", "nobody"] : []), file], { stdio: "inherit" });
  const ended = once(child, "exit");
  atEnd(t, async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await until(async () => !(await isFreePort(port)) || child.exitCode !== null);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
