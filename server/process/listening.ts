import { once } from "node:events";
import { Server as TcpServer } from "node:net";

/**
 * Closes the listening socket, but no connection. Closing the HTTP server would close idle connections too, and a client
 * may be sending its next request on one of them. Resolves when the last connection has ended.
 */
export async function stopListening(server: TcpServer): Promise<void> {
  const ended = once(server, "close");
  TcpServer.prototype.close.call(server);
  await ended;
}

/** A failure to listen, in words for the operator. */
export function listenFailure(error: unknown, port: number): unknown {
  const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  return isTaken ? new Error(`Port ${port} is taken. Set PORT to another one.`, { cause: error }) : error;
}
