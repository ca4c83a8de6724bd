import { connect, type Socket } from "node:net";
import type { Test } from "@banter/core/test/at-end.ts";
import { aTcpServer } from "./loopback-server.ts";

/**
 * A proxy in front of a database. `freeze` lets open connections hang, as after a power failure of the peer. `cut`
 * closes them and refuses new ones until `restore`, as during a restart of the database.
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
