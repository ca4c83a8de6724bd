import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";

/** A message as a customer's device would show it. `pageId` is known on Messenger only. */
export type Arrival = { pageId: string | undefined; psid: string; text: string; messageId: number; platformId: string };

/** How one message is answered. It counts as accepted unless the status says otherwise. */
export type Treatment = {
  delayMs?: number;
  echoAfterMs?: number;
  hang?: boolean;
  reset?: boolean;
  status?: number;
  headers?: object;
  body?: object;
};

export type Platform = {
  origin: string;
  /** Decides how each message is answered; by default all are accepted at once. */
  treat: (arrival: Arrival) => Treatment;
  onTaken: (arrival: Arrival, echoAfterMs: number) => void;
  /** Refuses connections until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
};

/** Stands in for the Graph API, the platform of the post channel, the server that request steps call, and a model. */
export async function startPlatform(t: Test): Promise<Platform> {
  let server = createServer();
  const platform: Platform = { origin: "", treat: () => ({}), onTaken: () => {}, open: () => listen(), close };

  async function listen(): Promise<void> {
    server = createServer((request, response) => void answer(platform, request, response).catch(() => undefined));
    server.keepAliveTimeout = 60_000;
    server.listen(platform.origin === "" ? 0 : Number(new URL(platform.origin).port), "127.0.0.1");
    await once(server, "listening");
    platform.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function close(): Promise<void> {
    await closed(server);
  }

  await listen();
  atEnd(t, close);
  return platform;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const gone = once(server, "close");
  server.close();
  server.closeAllConnections();
  await gone;
}

async function answer(platform: Platform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "", platform.origin);
  const given = await textOf(request);
  if (url.pathname === "/v1/chat/completions") return reply(response, 200, {}, modelAnswer(JSON.parse(given)));
  const arrival = request.method === "POST" ? arrivalOf(url, JSON.parse(given || "{}")) : undefined;
  if (!arrival) return reply(response, 200, {}, { result: "success", first_name: "Ann" });
  const { delayMs = 0, echoAfterMs = 50, hang, reset, status = 200, headers = {}, body = {} } = platform.treat(arrival);
  if (status === 200) platform.onTaken(arrival, echoAfterMs);
  if (hang) return;
  if (reset) return void request.socket.destroy();
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  reply(response, status, headers, status === 200 ? { message_id: arrival.platformId } : body);
}

/** The first answer to the customer's words, as a model of OpenAI's protocol that does not stream. */
function modelAnswer({ messages }: { messages: { content: string }[] }): object {
  const message = { role: "assistant", content: `1/${messages.at(-1)?.content}` };
  return {
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  };
}

function reply(response: ServerResponse, status: number, headers: object, body: object): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

type GraphBody = { recipient?: { id: string }; message?: { text?: string; metadata?: string } };
type PostBody = { id?: number; to?: string; message?: { text?: string } };

let lastPlatformId = 0;

/** Undefined if the call is not a message but a typing indicator or a profile. */
function arrivalOf({ pathname, searchParams }: URL, body: GraphBody & PostBody): Arrival | undefined {
  const platformId = `m_${++lastPlatformId}`;
  if (pathname.endsWith("/me/messages") && body.message) {
    const messageId = Number(body.message.metadata?.replace("banter:", ""));
    const pageId = searchParams.get("access_token")?.replace("token-", "");
    return { pageId, psid: body.recipient?.id ?? "", text: body.message.text ?? "", messageId, platformId };
  }
  if (pathname !== "/messages" || body.id === undefined) return undefined;
  return { pageId: undefined, psid: body.to ?? "", text: body.message?.text ?? "", messageId: body.id, platformId };
}
