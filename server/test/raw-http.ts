import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. */
export type RawAnswer = { status: number; headers: Headers; text: string; bytes: string };

/**
 * Sends a request byte for byte, for requests that no HTTP client would send. `lines` become the head, each with CRLF.
 */
export async function rawRequest(baseUrl: string, lines: string[], body: string | Buffer = ""): Promise<RawAnswer> {
  const socket = await openSocket(baseUrl);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  socket.write(body);
  return readAnswer(socket);
}

export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  // The server may close the connection while we still write.
  socket.on("error", () => undefined);
  return socket;
}

/** Reads until the server closes the connection, which requests ask for and protocol errors cause. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  if (!socket.closed) await once(socket, "close");
  return parseAnswer(Buffer.concat(chunks).toString());
}

export function parseAnswer(bytes: string): RawAnswer {
  const [head = "", text = ""] = bytes.split("\r\n\r\n", 2);
  const [start = "", ...fields] = head.split("\r\n");
  const headers = new Headers();
  for (const field of fields)
    headers.append(field.slice(0, field.indexOf(":")), field.slice(field.indexOf(":") + 1).trim());
  return { status: Number(start.split(" ")[1]), headers, text, bytes };
}

/** The bytes of an answer without the parts that always differ, such as dates and ids. */
export function comparable({ bytes }: RawAnswer): string {
  return bytes.replaceAll(/^(x-request-id|date): .*\r\n/gim, "");
}
