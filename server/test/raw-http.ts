import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. */
export type RawAnswer = { status: number; headers: Headers; text: string; bytes: string };

/** Sends a request exactly as written, for what no HTTP client would send. Lines become the head, CRLF after each. */
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
  // A server that has said enough may close while we still write.
  socket.on("error", () => undefined);
  return socket;
}

/** Reads until the server closes the connection: requests ask for that, and failures of HTTP itself end in it. */
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

/** The bytes of an answer without what differs between two equal answers. */
export function comparable({ bytes }: RawAnswer): string {
  return bytes.replaceAll(/^(x-request-id|date): .*\r\n/gim, "");
}
