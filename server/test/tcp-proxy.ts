import { connect, type Socket } from "node:net";
import type { Test } from "@banter/core/test/at-end.ts";
import { aTcpServer } from "./loopback-server.ts";

/**
 * A proxy before a database. `freeze` lets its open connections hang, as those to a peer that has lost its power do.
 * `cut` ends them and refuses new ones, as a database that restarts does, until `restore`.
 */
export async function aDatabaseProxy(t: Test, databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const { port } = await aTcpServer(t, (socket) => {
    if (isCut) return void socket.destroy();
    const onward = connect({ host: target.hostname, port: Number(target.port || 5432) });
    open.add(socket);
    onward.on("error", () => socket.destroy()).on("close", () => open.has(socket) && socket.destroy());
    socket.on("close", () => {
      open.delete(socket);
      onward.destroy();
    });
    socket.on("data", (chunk) => open.has(socket) && onward.write(chunk));
    onward.on("data", (chunk) => open.has(socket) && socket.write(chunk));
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    freeze: () => open.clear(),
    cut(): void {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    restore(): void {
      isCut = false;
    },
  };
}
