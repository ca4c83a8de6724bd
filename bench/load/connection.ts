import { once } from "node:events";
import { connect } from "node:net";

export type Connection = {
  /** Sends one request; resolves to the status when the whole answer has arrived. One at a time. */
  send(request: string): Promise<number>;
  close(): void;
};

type Waiting = { resolve: (status: number) => void; reject: (error: Error) => void };

/**
 * A keep-alive connection with minimal HTTP: the load shares two cores with the server that is measured, and a real
 * client would take several times as much processor time. Bodies are counted, not kept.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let head = "";
  let missing = 0;
  let waiting: Waiting | undefined;

  socket.on("data", (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length;
    else {
      head += chunk.toString("latin1");
      const bodyAt = head.indexOf("\r\n\r\n") + 4;
      if (bodyAt < 4) return;
      missing = bodyAt + lengthIn(head) - head.length;
    }
    if (missing > 0) return;
    const status = Number(head.slice(9, 12));
    const resolve = waiting?.resolve;
    head = "";
    missing = 0;
    waiting = undefined;
    resolve?.(status);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server closed a connection.")));

  function fail(error: Error): void {
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  }

  await once(socket, "connect");
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("The connection is gone."));
        waiting = { resolve, reject };
        socket.write(request, "latin1");
      }),
    close: () => socket.destroy(),
  };
}

export const openConnections = (port: number, count: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => openConnection(port)));

function lengthIn(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`The answer has no Content-Length: ${head.slice(0, 200)}`);
  return Number(length);
}

/** The bytes of a JSON post. ASCII only, because lengths are counted in characters. */
export function postOf(path: string, headers: Record<string, string>, body: string): string {
  const all = { ...headers, "content-type": "application/json", "content-length": String(body.length) };
  return `POST ${path} HTTP/1.1\r\n${linesOf(all)}\r\n${body}`;
}

export const getOf = (path: string, headers: Record<string, string>) =>
  `GET ${path} HTTP/1.1\r\n${linesOf(headers)}\r\n`;

const linesOf = (headers: Record<string, string>) =>
  Object.entries({ host: "127.0.0.1", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
