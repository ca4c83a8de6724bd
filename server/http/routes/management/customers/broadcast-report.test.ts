import assert from "node:assert/strict";
import { after, test } from "node:test";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { findBroadcast } from "../../../../store/audience/broadcasts.ts";
import { insertPage, updateChannelSettings } from "../../../../store/catalog/pages.ts";
import { sql } from "../../../../store/db/sql.ts";
import { aFlow } from "../../../../test/builders.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { isDigested } from "../../../../test/database/digested.ts";
import { testNode } from "../../../../test/node.ts";
import { idsByName } from "../../../../test/page-state.ts";
import { aMember, signedIn } from "../../../../test/people.ts";
import { startPlatform } from "../../../../test/platform.ts";
import { postWebhook, withPostChannel } from "../../../../test/post-page.ts";
import { until } from "../../../../test/until.ts";

const platform = await startPlatform({ after });
const { baseUrl, deps } = await testNode({ after }, withPostChannel());
const { db } = deps;
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

const page_id = "tg_5001";
const psids = Array.from({ length: 40 }, (_, index) => `tg_${1001 + index}`);
const [ann = "", bo = "", cam = "", dung = "", emi = "", fa = "", gia = ""] = psids;
/** Of the two messages to the last one, the second is refused. */
const [refused1 = "", refused2 = "", blocker = "", late = "", half = ""] = psids.slice(-5);

test("every number of the report equals a recount, and a retry reaches those who failed, and nobody twice", async () => {
  await insertPage(db, { id: page_id, workspaceId: owner.workspaceId, channel: "telegram", name: "Corner shop" });
  await updateChannelSettings(db, page_id, { origin: platform.origin });
  const params = { page_id };
  await api("PUT /pages/:page_id/audience", { params, body: { ...defaultAudience, quiet_hours: null } });
  await applyPageFile(deps, page_id, { banter: 1, flows: [aFlow("Offer", "Half price")] }, { prune: false });
  const flow_id = (await idsByName(deps, page_id)).get("flow Offer") ?? assert.fail();
  await someCustomers(
    deps,
    page_id,
    psids.map((psid) => ({ psid })),
  );
  platform.answer = ({ to, message }) => {
    if ([refused1, refused2].includes(to)) return { status: 400 };
    if (to === blocker) return { status: 400, body: { failure: "blocked_by_customer" } };
    if (to === late) return { status: 400, body: { failure: "outside_window" } };
    return to === half && "text" in message && message.text === "Only today" ? { status: 400 } : {};
  };
  const { id } = await api("POST /pages/:page_id/broadcasts", {
    params,
    body: { name: "News", spec: specOf(flow_id) },
  });
  const inOne = { params: { page_id, broadcast_id: id } };
  const state = async () => (await api("GET /pages/:page_id/broadcasts/:broadcast_id", inOne)).state;
  const report = async () => {
    const { variants } = await api("GET /pages/:page_id/broadcasts/:broadcast_id/report", inOne);
    return variants[0] ?? assert.fail();
  };

  await api("POST /pages/:page_id/broadcasts/:broadcast_id/send", inOne);
  await until(async () => (await api("GET /pages/:page_id/broadcasts/:broadcast_id", inOne)).done > 0);
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/pause", inOne);
  await settled();
  const beforeResume = await report();
  assert.deepEqual(
    [await state(), beforeResume],
    ["paused", { ...(await recount(id)), waiting: 0, goals: [], refused: {} }],
  );
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/resume", inOne);
  await until(async () => (await state()) === "done");
  await settled();

  // Later reports and a second press count once.
  await tell(ann, reportOn(ann, "delivered"), reportOn(ann, "delivered"));
  await tell(bo, reportOn(bo, "delivered"), reportOn(bo, "seen"));
  await tell(cam, reportOn(cam, "seen"));
  await press(dung, "More");
  await press(dung, "More");
  await say(emi, "How much?");
  await say(emi, "Hello?");
  await press(fa, "No more");
  await say(gia, "STOP");
  await settled();

  const whole = await report();
  assert.deepEqual(whole, {
    ...{
      sent: 36,
      delivered: 3,
      seen: 2,
      clicked: 1,
      answered: 2,
      unsubscribed: 2,
      waiting: 0,
      goals: [],
      refused: {},
    },
    failed: { rejected: 2, blocked_by_customer: 1, outside_messaging_window: 1 },
  });
  assert.deepEqual(whole, { ...(await recount(id)), waiting: 0, goals: [], refused: {} });

  platform.answer = () => ({});
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/retry", inOne);
  await until(async () => Object.keys((await report()).failed).length === 0);
  await settled();
  const retried = await report();
  assert.deepEqual(retried, { ...whole, sent: 40, failed: {} });
  assert.deepEqual(retried, { ...(await recount(id)), waiting: 0, goals: [], refused: {} });
  // There is nothing left to be sent again.
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/retry", inOne);
  await settled();

  const news = platform.received.filter(({ message }) => "text" in message && /New in|Only today/.test(message.text));
  assert.deepEqual(
    news.map(({ to, message }) => `${to} ${"text" in message && message.text}`).toSorted(),
    psids.flatMap((psid) => [`${psid} New in!`, `${psid} Only today`]).toSorted(),
  );
});

test("a retry reaches nobody who has refused news or was blocked since", async () => {
  const [refuser = "", blocked = "", other = ""] = psids.slice(10);
  const asked = [refuser, blocked, other];
  const params = { page_id };
  platform.answer = ({ to }) => (asked.includes(to) ? { status: 400 } : {});
  const content = { messages: [{ type: "text" as const, text: "Once more" }] };
  const spec = {
    audience: { type: "psids" as const, psids: asked },
    variants: [{ type: "content" as const, content }],
  };
  const { id } = await api("POST /pages/:page_id/broadcasts", { params, body: { name: "More news", spec } });
  const inOne = { params: { page_id, broadcast_id: id } };
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/send", inOne);
  await until(async () => (await api("GET /pages/:page_id/broadcasts/:broadcast_id", inOne)).state === "done");
  await settled();
  assert.deepEqual((await recount(id)).failed, { rejected: 3 });

  await say(refuser, "STOP");
  await api("POST /pages/:page_id/customers/:psid/block", { params: { page_id, psid: blocked } });
  await settled();
  platform.answer = () => ({});
  await api("POST /pages/:page_id/broadcasts/:broadcast_id/retry", inOne);
  await until(async () => (await recount(id)).sent > 0);
  await settled();

  const got = platform.received.filter(({ message }) => "text" in message && message.text === "Once more");
  assert.deepEqual(
    got.map(({ to }) => to),
    [other],
  );
  assert.deepEqual((await recount(id)).failed, { rejected: 2 });
});

/** Two messages for each. They go in two batches, the second one five seconds later. */
function specOf(flow_id: number) {
  const messages = [
    { type: "text" as const, text: "New in!", buttons: [{ type: "flow" as const, title: "More", flow_id }] },
    { type: "text" as const, text: "Only today" },
  ];
  const variants = [{ type: "content" as const, content: { messages } }];
  return { audience: { type: "all" as const }, variants, per_minute: 240, unsubscribe: "No more" };
}

/** A webhook of the platform for each, one after the other. */
async function tell(from: string, ...events: MailEvent[]) {
  for (const event of events) await post({ from, event });
}

function reportOn(psid: string, status: "delivered" | "seen"): MailEvent {
  const { id: messageId = 0 } = platform.received.find(({ to }) => to === psid) ?? {};
  return { type: "report", status, about: { messageId } };
}

const say = (from: string, text: string) => post({ from, text });

async function press(from: string, title: string) {
  const pressable = platform.received.flatMap(({ to, message, payloads }) => {
    const items = "text" in message ? [...(message.buttons ?? []), ...(message.quick_replies ?? [])] : [];
    const index = items.findIndex((item) => "title" in item && item.title === title);
    return to === from && index >= 0 ? (payloads[index] ?? []) : [];
  });
  await post({ from, payload: pressable[0] ?? assert.fail(`nothing to press for ${from}`) });
}

let posted = 0;
async function post(event: object) {
  const answer = await postWebhook(baseUrl, page_id, [{ id: `${++posted}`, ...event }]);
  assert.equal(answer.status, 200);
}

/** All mail is handled, no message waits, and the statistics have followed. */
async function settled() {
  await until(async () => (await db.count(sql`select from mailbox where page_id = ${page_id}`)) === 0);
  await until(async () => {
    const waiting = await db.count(sql`
      select from messages where page_id = ${page_id} and status in ('queued', 'sending')`);
    return waiting === 0 && (await isDigested(db, page_id));
  });
}

type Row = { psid: string; status: string; reason: string | null; isClicked: boolean };

/** The report from the messages and turns themselves, in customers. */
async function recount(id: number) {
  const { sendIds } = (await findBroadcast(db, page_id, id)) ?? assert.fail();
  const rows = await db.many<Row>(sql`
    select psid, status, reason, coalesce(cardinality(clicked), 0) > 0 as is_clicked from messages
     where page_id = ${page_id} and send_id = any (${sendIds}::bigint[]) order by id`);
  const customers = [...Map.groupBy(rows, ({ psid }) => psid).values()];
  const having = (holds: (row: Row) => boolean) => customers.filter((messages) => messages.some(holds)).length;
  const failed = customers.filter((messages) => messages.every(({ status }) => status === "failed"));
  const byReason = Map.groupBy(failed, ([first]) => first?.reason ?? "");
  const verdicts = await db.many<{ psid: string; verdict: string }>(sql`
    select distinct psid, entry ->> 'verdict' as verdict
      from turns cross join lateral json_array_elements(trace -> 'triggers') as entry
     where page_id = ${page_id} and entry ->> 'on' = 'plan' and (entry ->> 'send')::bigint = any (${sendIds}::bigint[])`);
  return {
    sent: having(({ status }) => ["sent", "delivered", "seen"].includes(status)),
    delivered: having(({ status }) => ["delivered", "seen"].includes(status)),
    seen: having(({ status }) => status === "seen"),
    clicked: having(({ isClicked }) => isClicked),
    answered: verdicts.filter(({ verdict }) => verdict === "answered").length,
    unsubscribed: verdicts.filter(({ verdict }) => verdict === "left").length,
    failed: Object.fromEntries([...byReason].map(([reason, group]) => [reason, group.length])),
  };
}
