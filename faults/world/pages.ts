import type { PageFile } from "@banter/core/page-file/schema.ts";
import { applyPageFile } from "../../server/domain/page-file/apply.ts";
import { createPageToken } from "../../server/domain/pages/page-tokens.ts";
import { ensureWorkspace } from "../../server/domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../../server/store/catalog/pages.ts";
import type { Database } from "../../server/store/db/db.ts";
import { sql } from "../../server/store/db/sql.ts";
import { aKeyword, aPageFile } from "../../server/test/builders.ts";

export type FaultPage = {
  channel: "messenger" | "post" | "webchat";
  number: number;
  pageId: string;
  token: string;
  flowId: number;
};

export const appSecret = "faults-app-secret";
const verifyToken = "faults-verify-token";
/** How long a customer whose text begins with "wait" waits for the second answer. */
export const waitSeconds = 3;

const idPrefixes = { messenger: "1040000000", post: "tg_", webchat: "web_" };

export async function aFaultPage(
  db: Database,
  { channel, number, origin }: { channel: FaultPage["channel"]; number: number; origin: string },
): Promise<FaultPage> {
  const pageId = `${idPrefixes[channel]}${1000 + number}`;
  const workspaceId = await ensureWorkspace(db);
  const settings = {
    messenger: {
      pageToken: `token-${pageId}`,
      appSecret,
      verifyToken,
      apiVersion: "v25.0",
      pageName: "",
      baseUrl: origin,
    },
    post: { origin },
    webchat: {},
  };
  const name = `Page ${number}`;
  await insertPage(db, { id: pageId, workspaceId, channel: channel === "post" ? "telegram" : channel, name });
  await updateChannelSettings(db, pageId, settings[channel]);
  await applyPageFile({ db }, pageId, talkFile(origin, { hasModel: true }), { prune: true });
  const { id: flowId } = await db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId}`);
  return { channel, number, pageId, token: await createPageToken({ db }, pageId), flowId };
}

const say = (text: string, next: string) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  next,
});
const begins = (value: string, next: { yes: string; no: string }) => ({
  type: "condition",
  match: "all",
  rules: [{ type: "field", field: "word", operator: "begins", value }],
  next,
});

/**
 * "hello" begins a conversation, and each text of it is answered by "1/text" and "2/text". A text that begins with
 * "wait" has a timer between its answers, one that begins with "look" a request step before them. With a model, one that
 * begins with "think" gets its first answer from the model.
 */
export function talkFile(origin: string, { hasModel = false } = {}): PageFile {
  const steps = {
    listen: {
      type: "ask",
      content: { messages: [{ type: "text", text: "2/{{word}}" }] },
      accept: "text",
      save_to: "word",
      next: { answered: "waits" },
    },
    waits: begins("wait", { yes: "first", no: "looks" }),
    first: say("1/{{word}}", "pause"),
    pause: { type: "delay", seconds: waitSeconds, next: "listen" },
    looks: begins("look", { yes: "request", no: hasModel ? "thinks" : "only" }),
    request: { type: "request", method: "GET", url: `${origin}/lookup`, next: { ok: "only", failed: "only" } },
    ...(hasModel && { thinks: begins("think", { yes: "model", no: "only" }), model: modelStep }),
    only: say("1/{{word}}", "listen"),
  };
  return aPageFile({
    fields: [{ name: "word", type: "text" }],
    flows: [{ name: "Talk", published: true, document: { version: 1, start: "listen", steps } }],
    keywords: [aKeyword("hello", "Talk")],
    ...(hasModel && { models: [modelAt(origin)] }),
  });
}

const modelStep = {
  type: "ai",
  model_name: "Echo",
  instructions: "Answer.",
  history: 0,
  next: { answered: "listen", unsure: "only", failed: "only" },
};

const modelAt = (origin: string) => ({
  name: "Echo",
  protocol: "openai" as const,
  base_url: `${origin}/v1`,
  model: "echo",
  key: null,
  purpose: "chat" as const,
  input_price: 0,
  output_price: 0,
  max_tokens: 100,
  timeout_seconds: 10,
});
