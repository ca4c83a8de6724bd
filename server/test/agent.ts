import assert from "node:assert/strict";
import { Refusal } from "../../sdk/manage.ts";
import type { Deps } from "../deps.ts";
import { findPage } from "../store/catalog/pages.ts";
import { mailChannel, notify } from "../store/db/notify.ts";
import { sql } from "../store/db/sql.ts";
import { aMember, signedIn } from "./people.ts";

/** A member of the page who may converse and not build, over HTTP like the console. */
export async function anAgent({ baseUrl, deps }: { baseUrl: string; deps: Deps }, pageId: string, name = "Bea") {
  const { workspaceId } = (await findPage(deps.db, pageId)) ?? assert.fail();
  const member = await aMember(deps, { role: "agent", workspaceId, name });
  const { api } = await signedIn(baseUrl, member);
  const inPage = { page_id: pageId };
  const write = (psid: string, text: string, more: { key?: string; message_tag?: string } = {}) =>
    api("POST /pages/:page_id/conversations/:psid/messages", {
      params: { ...inPage, psid },
      body: { content: { messages: [{ type: "text", text }] }, ...more },
    });
  return {
    ...member,
    api,
    write,
    startFlow: (psid: string, flow_id: number) =>
      api("POST /pages/:page_id/conversations/:psid/flow", { params: { ...inPage, psid }, body: { flow_id } }),
    pause: (psid: string, minutes: number | null) =>
      api("POST /pages/:page_id/conversations/:psid/pause", { params: { ...inPage, psid }, body: { minutes } }),
    giveBack: (psid: string) => api("POST /pages/:page_id/conversations/:psid/resume", { params: { ...inPage, psid } }),
    retry: (message_id: number) =>
      api("POST /pages/:page_id/messages/:message_id/retry", { params: { ...inPage, message_id } }),
    drop: (message_id: number) =>
      api("POST /pages/:page_id/messages/:message_id/drop", { params: { ...inPage, message_id } }),
    explain: (message_id: number, language: "en" | "vi" = "en") =>
      api("GET /pages/:page_id/messages/:message_id/explain", {
        params: { ...inPage, message_id },
        query: { language },
      }),
  };
}

/** The status and code of a refused call. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`;
    throw error;
  }
  return assert.fail("the call was not refused");
}

/** The end of a hand-over comes now. */
export async function passHandOverTime({ db }: Pick<Deps, "db">, pageId: string): Promise<void> {
  const moved = await db.count(sql`
    update mailbox set due_at = now()
     where page_id = ${pageId} and event ->> 'type' = 'hand_over_timeout'`);
  assert.equal(moved, 1);
  await notify(db, mailChannel, pageId);
}
