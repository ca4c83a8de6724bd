import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { parseJson } from "@banter/core/model/json.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { answerJson, serveStandIn, watchChanges } from "../stand-in-server.ts";
import { writtenMessages } from "../written.ts";
import { type Account, openAccount } from "./account.ts";
import { answerTo } from "./answers.ts";
import { comment } from "./comments.ts";
import { echoOf, newMid, personOf, postSigned } from "./person.ts";
import type { Kind } from "./requests.ts";
import type { Call, Graph, GraphFault, Item } from "./stand-in.ts";
import { listOf, passBack } from "./thread-control.ts";

/** A strict stand-in for the Graph API with one account and customers. */
export async function startGraph(
  t: Test,
  kind: Kind,
  { port = 0, accountId = "104000000000001" } = {},
): Promise<Graph> {
  const { changed, until } = watchChanges();
  const graph: Graph = {
    kind,
    origin: "",
    accountId,
    accessToken: "EAAStandInToken",
    tokenIssuedAt: Date.now(),
    formerTokens: new Map(),
    appSecret: "stand-in-app-secret",
    verifyToken: "stand-in-word",
    appId: 1234567890,
    webhookUrl: "",
    sent: [],
    takenAt: [],
    calls: [],
    refused: [],
    profile: {},
    subscribed: [],
    people: new Map(),
    written: writtenMessages(),
    comments: new Map(),
    posts: [],
    endedLives: new Set(),
    templates: new Set(),
    unfetchable: new Set(),
    attachments: new Map(),
    elsewhere: new Set(),
    isPrimary: true,
    echoes: true,
    now: Date.now,
    trouble: () => undefined,
    person: (id) => ({
      ...personOf(graph, id),
      comment: (text, options) => comment(graph, id, text, options),
    }),
    async verify(token = graph.verifyToken) {
      const query = new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.verify_token": token,
        "hub.challenge": "1158201444",
      });
      const answer = await fetch(`${graph.webhookUrl}?${query}`);
      return { status: answer.status, body: await answer.text() };
    },
    async post(...items) {
      const statuses: number[] = [];
      for (const item of items) statuses.push(await postSigned(graph, [item], listOf(graph, item)));
      return statuses;
    },
    writeByHand: (to, text) =>
      graph.post(echoOf(graph, to, { mid: newMid(), message: { text }, appId: 26390203743090 })),
    passBack: (id) => passBack(graph, id),
    reportDelivery(to) {
      const mids = graph.sent.filter(({ request }) => request.recipient.id === to).map(({ mid }) => mid);
      const from = { sender: { id: to }, recipient: { id: graph.accountId }, timestamp: graph.now() };
      return graph.post({ ...from, delivery: { mids, watermark: graph.now() } });
    },
    async waitFor(count) {
      await graph.until(() => graph.sent.length >= count);
      return graph.sent;
    },
    until,
  };
  const running: Running = { account: openAccount(graph), changed };
  graph.origin = await serveStandIn(t, port, (request, response) => answer(running, request, response));
  return graph;
}

type Running = { account: Account; changed: () => void };

async function answer(
  { account, changed }: Running,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { graph } = account;
  const call = await callOf(request);
  const decided = answerTo(account, call, request.headers.authorization);
  const trouble = "fault" in decided ? { refuse: decided.fault } : graph.trouble(call);
  if (trouble?.refuse) {
    graph.refused.push({ ...call, fault: trouble.refuse });
    changed();
    return refuse(response, trouble.refuse, trouble.headers);
  }
  if (trouble?.raw) return void response.writeHead(trouble.raw.status).end(trouble.raw.body);
  graph.calls.push(call);
  const result = "take" in decided ? decided.take() : {};
  changed();
  if (trouble?.hang) return;
  if (trouble?.reset) return void request.socket.destroy();
  if (trouble?.delayMs) await new Promise((resolve) => setTimeout(resolve, trouble.delayMs));
  if (trouble?.refuseLate) return refuse(response, trouble.refuseLate, trouble.headers);
  answerJson(response, 200, result, trouble?.headers);
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://graph");
  const body = await bodyOf(request);
  return { method: request.method ?? "", path: pathname, query: Object.fromEntries(searchParams), body };
}

/** JSON, or a form with a file whose other fields are JSON or words. */
async function bodyOf(request: IncomingMessage): Promise<Item> {
  const type = request.headers["content-type"] ?? "";
  const given = await buffer(request);
  if (!type.startsWith("multipart/")) {
    return given.length === 0 ? {} : ((parseJson(given.toString()) ?? { "not JSON": true }) as Item);
  }
  const form = await new Response(given, { headers: { "content-type": type } }).formData();
  const fields = [...form].map(([name, value]) => [name, value instanceof File ? value : (parseJson(value) ?? value)]);
  return Object.fromEntries(fields) as Item;
}

/** Meta sends nearly every error with status 400. */
function refuse(response: ServerResponse, { code, subcode, message, isTransient }: GraphFault, headers = {}): void {
  const error = {
    message: `(#${code}) ${message ?? "refused"}`,
    type: "OAuthException",
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(isTransient && { is_transient: true }),
    fbtrace_id: "A1b2C3",
  };
  answerJson(response, 400, { error }, headers);
}
