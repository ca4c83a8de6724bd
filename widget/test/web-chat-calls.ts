import type { IncomingMessage, ServerResponse } from "node:http";
import type { Streams } from "./streams.ts";
import type { Content, Records, Visitor } from "./visitors.ts";

/** The page's answers to a message of a visitor. */
export type Answer = (message: { text?: string; payload?: string }) => Content[];

export type StandInState = { records: Records; streams: Streams; profile: object; answer: Answer; form?: object };

type CallInput = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Undefined if it is not JSON. */
  body: Record<string, unknown> | undefined;
  searchParams: URLSearchParams;
  visitor: Visitor;
  refuse(status: number, code: string): void;
};

/** The calls of docs/webchat.md. A call that is not exactly as described there is refused. */
export const handlers: Record<string, (input: CallInput, state: StandInState) => void> = {
  "POST visits"({ response, body, visitor, refuse }, { records, form }) {
    const known = ["ref", "ad_id", "first_name", "last_name", "email", "phone", "locale", "timezone", "opened"];
    if (!body || !hasOnly(body, known)) return refuse(400, "invalid_field");
    const current = visitor ?? records.addVisitor();
    current.visits.push(body);
    const { psid, token, messages, form: filled } = current;
    const open = form && !filled ? form : null;
    reply(response, 200, { psid, visitor_token: token, conversation: messages.slice(-100), form: open });
  },

  "POST form"({ response, body, visitor, refuse }, { form }) {
    if (!body || !hasOnly(body, ["answers", "consent", "skipped"])) return refuse(400, "invalid_field");
    const { email } = (body.answers ?? {}) as { email?: string };
    if (email !== undefined && !/@.+\./.test(email)) {
      const errors = [{ path: "/answers/email", message: "must be an e-mail address" }];
      return reply(response, 400, { status: 400, code: "invalid_field", errors });
    }
    if (form) visitor.form ??= body;
    reply(response, 200, { accepted: true });
  },

  "POST messages"({ request, response, body, visitor, refuse }, { records, streams, profile, answer, form }) {
    if (form && !visitor.form) return reply(response, 409, { status: 409, code: "form_required" });
    const { text, payload, file_id: fileId } = body ?? {};
    if (!body || !hasOnly(body, ["text", "payload", "file_id"]) || Object.keys(body).length !== 1)
      return refuse(400, "invalid_field");
    const file = visitor.files[Number(fileId) - 1];
    if (fileId !== undefined && !file) return refuse(400, "invalid_field");
    const shown = payload === undefined ? text : records.findTitle(visitor, String(payload), profile);
    if (!file && (typeof shown !== "string" || shown.trim() === "" || shown.length > 2000))
      return refuse(400, "invalid_field");
    const key = request.headers["idempotency-key"] as string | undefined;
    if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) return refuse(400, "invalid_header");
    const before = key && visitor.keys.get(key);
    if (before && before !== JSON.stringify(body)) return refuse(409, "idempotency_conflict");

    reply(response, 202, { accepted: true });
    if (before) return;
    if (key) visitor.keys.set(key, JSON.stringify(body));
    streams.send(visitor, records.addMessage(visitor, "visitor", file ?? { type: "text", text: String(shown) }, key));
    for (const content of answer(body)) streams.send(visitor, records.addMessage(visitor, "page", content));
  },

  "POST files"({ request, response, visitor, refuse }) {
    const name = request.headers["x-file-name"];
    if (typeof name !== "string" || !request.headers["content-type"]) return refuse(400, "invalid_field");
    const url = `http://${request.headers.host}/media/${pageOf(request)}/1/key/${name}`;
    const fileId = visitor.files.push({ type: "file", url });
    reply(response, 200, { file_id: fileId, type: "file", name: decodeURIComponent(name), url });
  },

  "GET events"({ request, response, searchParams, visitor, refuse }, { streams }) {
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

  "POST typing"({ response, body, visitor, refuse }) {
    if (!body || !hasOnly(body, ["is_typing"]) || typeof body.is_typing !== "boolean")
      return refuse(400, "invalid_field");
    visitor.typing.push(body.is_typing);
    reply(response, 200, { accepted: true });
  },

  "GET profile": ({ response }, { profile }) => reply(response, 200, profile),
};

export function reply(response: ServerResponse, status: number, body: object): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
}

const pageOf = ({ url = "" }: IncomingMessage) => /\/pages\/(\w+)\//.exec(url)?.[1];

function hasOnly(body: object, names: string[]): boolean {
  return Object.keys(body).every((name) => names.includes(name));
}
