import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { type Call, createFaults } from "./faults.ts";
import { serveStatic } from "./static-files.ts";
import { createStreams } from "./streams.ts";
import { type Content, createRecords, type Visitor } from "./visitors.ts";

export type Saying = { text?: string; payload?: string };
export type StandInOptions = {
  profile?: object;
  /** The page's answers to a message of a visitor. */
  answer?: (saying: Saying) => Content[];
  /** Other sites that may show the chat. */
  origins?: string[];
};

export const pageId = "web_1000001";
const emptyProfile = { page: { name: "Corner shop", greeting: null }, ice_breakers: [], main_menu: [] };

/** A server with one page that follows docs/webchat.md strictly, and fails on demand. */
export async function openStandIn(t: Test, options: StandInOptions = {}) {
  const { answer = () => [], origins = [] } = options;
  const profile = { ...emptyProfile, ...options.profile };
  const records = createRecords();
  const streams = createStreams();
  const faults = createFaults();
  /** Calls that were refused as wrong. */
  const refusals: string[] = [];
  let baseUrl = "";

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", baseUrl);
    if (serveStatic(pathname, response, origins)) return;
    const call = new RegExp(`^/api/webchat/v1/pages/${pageId}/(\\w+)$`).exec(pathname)?.[1] as Call | undefined;
    const handler = call && handlers[`${request.method} ${call}`];
    if (!handler) return void response.writeHead(404).end();
    if (await faults.apply(call, request, response)) return;

    const { origin } = request.headers;
    const refuse = (status: number, code: string) => {
      refusals.push(`${request.method} ${call}: ${status} ${code}`);
      reply(response, status, { status, code });
    };
    if (origin && origin !== baseUrl) return refuse(403, "forbidden");
    const visitor = records.find(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1]);
    if (!visitor && call !== "visits" && call !== "profile") return refuse(401, "unauthorized");
    // A client that disconnects during its call needs no answer.
    const body = request.method === "POST" ? await readJson(request).catch(() => undefined) : {};
    await handler({ request, response, body, searchParams, visitor: visitor as Visitor, refuse });
  });

  type HandlerInput = {
    request: IncomingMessage;
    response: ServerResponse;
    body: Record<string, unknown> | undefined;
    searchParams: URLSearchParams;
    visitor: Visitor;
    refuse(status: number, code: string): void;
  };

  const handlers: Record<string, (input: HandlerInput) => void> = {
    "POST visits"({ response, body, visitor, refuse }) {
      const known = ["ref", "ad_id", "first_name", "last_name", "email", "phone", "locale", "timezone"];
      if (!body || !hasOnly(body, known)) return refuse(400, "invalid_field");
      const current = visitor ?? records.addVisitor();
      current.visits.push(body);
      const { psid, token, messages } = current;
      reply(response, 200, { psid, visitor_token: token, conversation: messages.slice(-100) });
    },

    "POST messages"({ request, response, body, visitor, refuse }) {
      const { text, payload } = body ?? {};
      if (!body || !hasOnly(body, ["text", "payload"]) || (text === undefined) === (payload === undefined))
        return refuse(400, "invalid_field");
      const shownText = payload === undefined ? text : records.findTitle(visitor, String(payload), profile);
      if (typeof shownText !== "string" || shownText.trim() === "" || shownText.length > 2000)
        return refuse(400, "invalid_field");
      const key = request.headers["idempotency-key"] as string | undefined;
      if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) return refuse(400, "invalid_header");
      const before = key && visitor.keys.get(key);
      if (before && before !== JSON.stringify(body)) return refuse(409, "idempotency_conflict");

      reply(response, 202, { accepted: true });
      if (before) return;
      if (key) visitor.keys.set(key, JSON.stringify(body));
      streams.send(visitor, records.addMessage(visitor, "visitor", { type: "text", text: shownText }, key));
      for (const content of answer(body)) streams.send(visitor, records.addMessage(visitor, "page", content));
    },

    "GET events"({ request, response, searchParams, visitor, refuse }) {
      const after = searchParams.get("after") ?? request.headers["last-event-id"] ?? "0";
      if (!/^\d+$/.test(String(after))) return refuse(400, "invalid_field");
      streams.open(visitor, response, Number(after));
    },

    "POST receipts"({ response, body, visitor, refuse }) {
      const numbers = Object.values(body ?? {});
      if (!body || !hasOnly(body, ["delivered_through", "seen_through"]) || !numbers.every(Number.isSafeInteger))
        return refuse(400, "invalid_field");
      const { receipts } = visitor;
      receipts.delivered = Math.max(receipts.delivered, Number(body.delivered_through ?? 0));
      receipts.seen = Math.max(receipts.seen, Number(body.seen_through ?? 0));
      reply(response, 200, { accepted: true });
    },

    "GET profile": ({ response }) => reply(response, 200, profile),
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });

  const lastVisitor = () => records.visitors.at(-1) as Visitor;
  return {
    baseUrl,
    host: new URL(baseUrl).host,
    chatUrl: `${baseUrl}/chat/${pageId}`,
    records,
    faults,
    streams,
    refusals,
    visitor: lastVisitor,
    say: (...contents: Content[]) => {
      for (const content of contents) streams.send(lastVisitor(), records.addMessage(lastVisitor(), "page", content));
    },
  };
}

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

function hasOnly(body: object, names: string[]): boolean {
  return Object.keys(body).every((name) => names.includes(name));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
}
