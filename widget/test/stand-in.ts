import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { type Call, createFaults } from "./faults.ts";
import { serveStatic } from "./static-files.ts";
import { createStreams } from "./streams.ts";
import { type Content, createRecords, type Visitor } from "./visitors.ts";
import { type Answer, handlers, reply, type StandInState } from "./web-chat-calls.ts";

export type StandInOptions = {
  profile?: object;
  answer?: Answer;
  /** The form before the chat. */
  form?: object;
  /** The page's design. */
  look?: object;
  /** Other sites that may show the chat. */
  origins?: string[];
};

export const pageId = "web_1000001";
const emptyProfile = { page: { name: "Corner shop", greeting: null }, ice_breakers: [], main_menu: [] };

/** A server with one page that follows docs/webchat.md strictly, and fails on demand. */
export async function openStandIn(t: Test, options: StandInOptions = {}) {
  const { answer = () => [], origins = [], look = {} } = options;
  const [records, streams, faults] = [createRecords(), createStreams(), createFaults()];
  const state: StandInState = {
    records,
    streams,
    answer,
    form: options.form,
    profile: { ...emptyProfile, ...options.profile },
  };
  /** Calls that were refused as wrong. */
  const refusals: string[] = [];
  let baseUrl = "";

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", baseUrl);
    if (serveStatic(pathname, response, { origins, look })) return;
    const call = new RegExp(`^/api/webchat/v1/pages/${pageId}/(\\w+)$`).exec(pathname)?.[1] as Call | undefined;
    const handler = call && handlers[`${request.method} ${call}`];
    if (!handler) return void response.writeHead(404).end();
    if (await faults.apply(call, request, response)) return;

    const refuse = (status: number, code: string) => {
      refusals.push(`${request.method} ${call}: ${status} ${code}`);
      reply(response, status, { status, code });
    };
    const { origin } = request.headers;
    if (origin && origin !== baseUrl) return refuse(403, "forbidden");
    const visitor = findVisitor(state, request);
    if (!visitor && call !== "visits" && call !== "profile") return refuse(401, "unauthorized");
    // A client that disconnects during its call needs no answer.
    const body = request.method === "POST" ? await readJson(request).catch(() => undefined) : {};
    await handler({ request, response, body, searchParams, visitor: visitor as Visitor, refuse }, state);
  });

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
    /** From now on the page has this form before the chat. */
    ask: (form: object) => {
      state.form = form;
    },
    say: (...contents: Content[]) => {
      for (const content of contents) streams.send(lastVisitor(), records.addMessage(lastVisitor(), "page", content));
    },
  };
}

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

function findVisitor({ records }: StandInState, { headers }: IncomingMessage): Visitor | undefined {
  return records.find(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1]);
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
