// Connects a flow's request to the addresses that were checked, and to no other.

import type { Socket } from "node:net";
import { buildConnector } from "undici";
import { plainAddress } from "./address.ts";
import { NoAnswer } from "./no-answer.ts";

/** Opens a connection to `hostname`, which is an address. Tests replace it so that nothing leaves the machine. */
export type Dial = buildConnector.connector;

/** How many of a name's addresses are tried. */
const maxTries = 3;

/**
 * Tries the checked addresses one after the other. Looks up no name, so that DNS cannot give another address in
 * between. The Host header and the TLS handshake still have the name.
 */
export function pinnedConnector(
  addresses: readonly string[],
  { timeoutMs, signal, dial }: { timeoutMs: number; signal: AbortSignal; dial?: Dial },
): Dial {
  const tried = addresses.slice(0, maxTries);
  // The signal closes the socket in every phase: connecting, TLS handshake, waiting, reading.
  const timeout = Math.ceil(timeoutMs / tried.length);
  const open = dial ?? buildConnector({ signal, timeout, allowH2: false, maxCachedSessions: 0 });

  return (options, callback) => {
    const connect = (hostname: string) => dialled(open, { ...options, hostname });
    connectToOne(tried, connect, signal).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function connectToOne(
  addresses: readonly string[],
  connect: (address: string) => Promise<Socket>,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    signal.throwIfAborted();
    try {
      const socket = await connect(address);
      if (socket.remoteAddress && plainAddress(socket.remoteAddress) === address) return socket;
      socket.destroy();
      throw new NoAnswer("blocked_address");
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      failure = error;
    }
  }
  throw failure;
}

function dialled(open: Dial, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    open(options, (error, socket) => (error ? reject(error) : resolve(socket)));
  });
}
