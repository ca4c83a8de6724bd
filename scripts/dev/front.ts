import { request as call, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Part } from "./parts.ts";

export type Behind = { port: number; parts: Part[] };

/** Answers with the files of the parts, or as the server does; a built page is replaced by the page of its sources. */
export function answerWith({ port, parts }: Behind) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const part = parts.find(({ base }) => path.startsWith(base));
    const file = parts.map(({ files }) => files[path]).find((file) => file !== undefined);
    if (part) part.answer(request, response);
    else if (file) response.writeHead(200, { "content-type": file.type, "cache-control": "no-store" }).end(file.body);
    else forward(request, response, { port, parts }).catch((error: Error) => refuse(response, error));
  };
}

async function forward(request: IncomingMessage, response: ServerResponse, { port, parts }: Behind): Promise<void> {
  await untilListening(port);
  const { method, url: path, headers } = request;
  const asked = call({ host: "127.0.0.1", port, method, path, headers });
  response.on("close", () => asked.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => asked.on("response", resolve).on("error", reject));
  request.pipe(asked);
  const answer = await answered;
  if (answer.headers["content-type"]?.startsWith("text/html")) return sendPage(answer, response, parts);
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.flushHeaders();
  await pipeline(answer, response);
}

async function sendPage(answer: IncomingMessage, response: ServerResponse, parts: Part[]): Promise<void> {
  const built = await text(answer);
  const part = parts.find(({ mark }) => built.includes(mark));
  const page = part ? await part.page(built) : built;
  const policy = `${answer.headers["content-security-policy"] ?? ""}`;
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) response.setHeader(name, value);
  response.removeHeader("content-length");
  if (part && policy) response.setHeader("content-security-policy", loosen(policy));
  response.writeHead(answer.statusCode ?? 502);
  response.end(page);
}

/**
 * Vite writes scripts and styles into the page, and waits in a worker for a server that was stopped. All else that the
 * policy forbids stays forbidden.
 */
function loosen(policy: string): string {
  const own = policy.split("; ").filter((directive) => !/^(require-)?trusted-types/.test(directive));
  const inline = own.map((directive) => directive.replace(/^(?:script|style)-src 'self'/, "$& 'unsafe-inline'"));
  return [...inline, "worker-src blob:"].join("; ");
}

/** While the server restarts, requests wait for it. */
async function untilListening(port: number): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 15_000; await sleep(100)) {
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isListening) return;
  }
  throw new Error("The server is not running; the terminal says why.");
}

function refuse(response: ServerResponse, error: Error): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8" }).end(`${error.message}\n`);
}
