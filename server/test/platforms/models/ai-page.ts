import type { ModelForm } from "@banter/core/flow/ai/model.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import type { WholePageFile } from "@banter/core/page-file/schema.ts";
import type { Deps } from "../../../deps.ts";
import { setPageSecret } from "../../../domain/catalog/page-secrets.ts";
import { applyPageFile } from "../../../domain/page-file/apply.ts";
import type { Db } from "../../../store/db/db.ts";
import { sql } from "../../../store/db/sql.ts";
import { aPage, aPageFile } from "../../builders.ts";
import { rightKey } from "./model-server.ts";

const say = (text: string, next: string | null = null) => ({
  ...{ type: "message", content: { messages: [{ type: "text", text }] }, next },
});

/** A document whose one AI step answers. Each exit says which it is. */
export function anAiDocument(step: Record<string, unknown> = {}, steps: Record<string, unknown> = {}) {
  const next = { answered: null, unsure: "unsure", failed: "failed", ...(step.next as object) };
  const ai = { type: "ai", model_name: "Small", instructions: "You answer for {{page_name}}.", ...step, next };
  return { version: 1, start: "ai", steps: { ai, unsure: say("Not sure."), failed: say("Sorry."), ...steps } };
}

/** The parts of a page file with a model and a flow that answers everything. */
export function anAiFile(
  model: ModelForm,
  document: object = anAiDocument(),
  more: Partial<WholePageFile> = {},
): Partial<WholePageFile> {
  const file = aPageFile();
  return {
    page: { ...file.page, default_reply: "Bot" },
    models: [model],
    flows: [{ name: "Bot", published: true, document: document as never }],
    ...more,
  };
}

/** A web chat page on which a model answers. */
export async function anAiPage(
  deps: Pick<Deps, "db">,
  model: ModelForm,
  document?: object,
  more: Partial<WholePageFile> = {},
): Promise<{ pageId: string }> {
  const { pageId } = await aPage(deps);
  await giveKey(deps, pageId);
  await applyPageFile(deps, pageId, aPageFile(anAiFile(model, document, more)), { prune: true });
  return { pageId };
}

/** Stores the key of the stand-in as a secret of the page. */
export const giveKey = ({ db }: Pick<Deps, "db">, pageId: string, value = rightKey) =>
  setPageSecret({ db } as Deps, pageId, "model_key", { value, hosts: ["127.0.0.1"] });

/** The usage of the page, as `calls tokens cost`; that of the whole page has no name. */
export async function usageOf(db: Db, pageId: string): Promise<Record<string, string>> {
  const rows = await db.many<{ psid: string; usage: string }>(sql`
    select psid, calls || ' ' || tokens || ' ' || cost as usage from model_usage where page_id = ${pageId}`);
  return Object.fromEntries(rows.map(({ psid, usage }) => [psid, usage]));
}

/** The traces of the page's turns, oldest first. */
export async function tracesOf(db: Db, pageId: string): Promise<Trace[]> {
  const rows = await db.many<{ trace: Trace }>(sql`
    select trace from turns where page_id = ${pageId} order by id`);
  return rows.map(({ trace }) => trace);
}
