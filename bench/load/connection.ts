import { once } from "node:events";
import { connect } from "node:net";

export type Connection = {
  /** Sends one whole request; resolves to the answer's status. One at a time. */
  send(request: string): Promise<number>;
  close(): void;
};

/**
 * A keep-alive connection that knows just enough HTTP: what the driver spends on the two cores that it shares with the
 * server is missing there, and a real client spends several times as much.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let heard = "";
  let waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;

  socket.on("data", (chunk) => {
    heard = heard === "" ? chunk.toString("latin1") : heard + chunk.toString("latin1");
    const bodyAt = heard.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(heard)?.[1];
    if (length === undefined) return fail(new Error(`An answer without its length: ${heard.slice(0, 200)}`));
    if (heard.length < bodyAt + Number(length)) return;
    const status = Number(heard.slice(9, 12));
    const { resolve } = waiting ?? {};
    heard = "";
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

/** The bytes of a JSON post. ASCII only: lengths are counted in characters. */
export function postOf(path: string, headers: Record<string, string>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${lines.join("")}`;
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
}
