import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { nowMs } from "../clock.ts";
import type { Report } from "./link.ts";

// The platform in its own process: answers like the Graph API and reports every message to the load. Its HTTP is
// minimal, because it shares two cores with the server that is measured.
const appUsage = '{"call_count":3,"total_cputime":2,"total_time":2}';
const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=UTF-8\r\nx-app-usage: ${appUsage}\r\n`;
const person =
  '"first_name":"Mai","last_name":"Tran","profile_pic":"https://platform.example/p.jpg","locale":"vi_VN","timezone":7';

/** Deliveries that are not reported yet. The load gets them together, at most 2 ms late; each has its own time. */
let report: Report = { deliveries: [], messages: 0, lookups: 0, others: 0 };
let isReporting = false;
let answerAfterMs = 0;

const server = createServer({ noDelay: true, keepAlive: true }, serve);
await once(server.listen(0, "127.0.0.1"), "listening");
process.on("message", (order: { answerAfterMs: number }) => {
  answerAfterMs = order.answerAfterMs;
});
process.once("disconnect", () => process.exit());
process.send?.({ port: (server.address() as AddressInfo).port });

function serve(socket: Socket): void {
  let received = "";
  socket.setEncoding("latin1");
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    received += String(chunk);
    for (;;) {
      const bodyAt = received.indexOf("\r\n\r\n") + 4;
      if (bodyAt < 4) return;
      const end = bodyAt + bodyLength(received.slice(0, bodyAt));
      if (received.length < end) return;
      answer(socket, answerTo(received.slice(0, received.indexOf("\r\n")), received.slice(bodyAt, end)));
      received = received.slice(end);
    }
  });
}

function bodyLength(requestHead: string): number {
  return Number(/\r\ncontent-length: *(\d+)/i.exec(requestHead)?.[1] ?? 0);
}

function answer(socket: Socket, body: string): void {
  const text = `${head}content-length: ${body.length}\r\n\r\n${body}`;
  if (answerAfterMs === 0) socket.write(text, "latin1");
  else setTimeout(() => socket.write(text, "latin1"), answerAfterMs);
}

type Call = { recipient: { id: string }; message?: { text?: string; metadata?: string } };

/** `POST /v25.0/me/messages?…`, `GET /v25.0/{psid}?fields=…`, or the profile of the page. */
function answerTo(requestLine: string, body: string): string {
  const [method = "", target = ""] = requestLine.split(" ", 2);
  const path = target.split("?", 1)[0] ?? "";
  if (method === "POST" && path.endsWith("/messages")) return takeMessage(JSON.parse(body) as Call);
  const psid = method === "GET" ? /^\/v[0-9.]+\/(\d+)$/.exec(path)?.[1] : undefined;
  if (psid) report.lookups++;
  else report.others++;
  startReport();
  return psid ? `{${person},"id":"${psid}"}` : '{"result":"success"}';
}

/** The text starts with a code and a colon, which identify the message for the load. */
function takeMessage({ recipient: { id: to }, message }: Call): string {
  startReport();
  const text = message?.text;
  if (text === undefined) {
    report.others++;
    return `{"recipient_id":"${to}"}`;
  }
  const mid = `m_bench${process.pid}.${++report.messages}`;
  report.deliveries.push([to, text.slice(0, text.indexOf(":")), nowMs(), mid, message?.metadata ?? ""]);
  return `{"recipient_id":"${to}","message_id":"${mid}"}`;
}

function startReport(): void {
  if (isReporting) return;
  isReporting = true;
  setTimeout(() => {
    isReporting = false;
    process.send?.(report);
    report = { ...report, deliveries: [] };
  }, 2);
}
