import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { pino } from "pino";
import { channels } from "../channels/index.ts";
import { buildApp } from "../http/app.ts";
import { sql } from "../store/db/sql.ts";
import { testDeps } from "./app.ts";
import { postChannel } from "./post-channel.ts";

/** A server with the post channel, and its log lines. Nothing runs the pages, so that mail stays in the mailbox. */
export async function aWebhookServer(t: Test) {
  const lines: { msg: string; kind?: string }[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const own = await testDeps(t, { reorderMs: 10_000 });
  const deps = { ...own, channels: { ...channels, telegram: postChannel() }, log };
  const app = await buildApp(deps);
  atEnd(t, () => app.close());
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const post = (path: string, events: object[], secret = "right") =>
    fetch(baseUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-secret": secret },
      body: JSON.stringify({ events }),
    });
  const listMail = () =>
    deps.db.many<{ pageId: string; psid: string }>(sql`select page_id, psid from mailbox order by page_id, psid`);
  return { deps, baseUrl, lines, post, listMail };
}
