import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";

/** How bad a line is. Without any of these it only passes bytes on. */
type Faults = {
  /** How much later the bytes of a call arrive, drawn for each piece. */
  delayMs?: () => number;
  /** True if the connection is reset instead of passing the next piece on. */
  resets?: () => boolean;
  /** For all connections together, each way. */
  bytesPerSecond?: number;
};

/** A TCP line to a database whose faults a scenario chooses. */
export type Line = {
  url: string;
  /** The faults from now on, of open connections too. */
  have(faults: Faults): void;
  /** Open connections never pass a byte again, and neither end learns of it. New ones work. */
  loseConnections(): void;
  /** Nothing passes at all, and new connections get no answer, until `heal`. Connections made before stay silent. */
  silence(): void;
  heal(): void;
};

export async function openLine(t: Test, databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const open = new Set<Socket>();
  const state = { faults: {} as Faults, isSilent: false };
  const [there, back] = [sharedRate(), sharedRate()];

  const server = createServer({ noDelay: true }, (near) => {
    keep(near);
    if (state.isSilent) return;
    const far = keep(connect({ host: target.hostname, port: Number(target.port), noDelay: true }));
    open.add(near);
    const isOpen = () => open.has(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on("close", () => isOpen() && other.destroy());
    pass(near, far, { state, isOpen, rate: there, isCall: true });
    pass(far, near, { state, isOpen, rate: back, isCall: false });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  }

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    have: (faults) => {
      state.faults = faults;
    },
    loseConnections: () => open.clear(),
    silence: () => {
      state.isSilent = true;
      open.clear();
    },
    heal: () => {
      state.isSilent = false;
    },
  };
}

type Way = { state: { faults: Faults }; isOpen: () => boolean; rate: ReturnType<typeof sharedRate>; isCall: boolean };

/** Passes pieces on in their order, each at its time. */
function pass(from: Socket, to: Socket, { state, isOpen, rate, isCall }: Way): void {
  let last = Promise.resolve();
  from.on("data", (piece) => {
    const { faults } = state;
    if (isCall && faults.resets?.()) return void [from, to].map((socket) => socket.resetAndDestroy());
    const at = performance.now() + (isCall ? (faults.delayMs?.() ?? 0) : 0) + rate(piece.length, faults.bytesPerSecond);
    last = last.then(async () => {
      const waitMs = at - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
      if (isOpen() && to.writable) to.write(piece);
    });
  });
}

/** Returns how long a piece waits for its turn on a line with that rate. */
function sharedRate() {
  let freeAt = 0;
  return (bytes: number, bytesPerSecond?: number): number => {
    if (bytesPerSecond === undefined) return 0;
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes * 1000) / bytesPerSecond;
    return freeAt - now;
  };
}
