import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../../server/store/sql.ts";
import { nowMs } from "../clock.ts";
import { psidOf } from "../load/customers.ts";
import { openLedger } from "../load/ledger.ts";
import { copyRows, newPsid, onDatabase, settle } from "../prepare/copies.ts";
import { reminder, reminderPage } from "../prepare/page-file.ts";
import { openScene, type Scene } from "../prepare/scene.ts";
import type { Bench } from "./rounds.ts";

/** Seconds count from the first timer's due time; the last one is due a second later. */
export type TimersResult = {
  timers: number;
  fired: number;
  firedSeconds: number;
  deliveredSeconds: number;
  early: number;
  twice: number;
  lost: number;
};

const maxSeconds = 300;

/** Timers of customers on 64 pages, all due within one second; each sends one message. */
export async function runJ6({ place, plan }: Bench): Promise<TimersResult> {
  const asked = [{ text: reminder.text, codes: reminder.codes.slice(0, 1) }];
  const options = { file: reminderPage(), asked, stored: plan.timers } as const;
  const scene = await openScene(place, { name: "j6", channel: "messenger", pages: 64, ...options });
  const { customers } = scene;
  const ledger = openLedger();
  for (const page of customers.pages)
    for (let number = 0; number < customers.storedPerPage; number++)
      ledger.begin(psidOf(page, number, customers.prefix), reminder.codes.slice(1), () => {});

  const dueAt = Date.now() + 15_000 + plan.timers / 10;
  await setTimers(scene, dueAt);
  const stopListening = place.platform.listen(ledger.arrived);
  const server = await scene.start();
  if (Date.now() > dueAt) throw new Error("The timers were not ready before they were due.");
  const firstDueAt = nowMs() + dueAt - Date.now();
  while (ledger.countMissing() > 0 && nowMs() < firstDueAt + maxSeconds * 1000) await sleep(50);
  const deliveredSeconds = (nowMs() - firstDueAt) / 1000;
  await place.platform.untilQuiet();
  stopListening();
  const fired = await countFired(scene, dueAt);
  await server.stop();
  await scene.scratch.drop();
  const { begun: timers, duplicates } = ledger.counts;
  const { twice, ...counts } = fired;
  return { timers, ...counts, deliveredSeconds, twice: twice + duplicates, lost: ledger.countMissing() };
}

/** The timer that a real turn has set, for every copy of its customer. Times are whole milliseconds, as turns have them. */
async function setTimers({ scratch: { url }, customers, psids }: Scene, dueAt: number): Promise<void> {
  const due = `to_timestamp(${dueAt / 1000}) + n % 1000 * interval '1 millisecond'`;
  await onDatabase(url, async (client) => {
    const copying = { psids, from: 0, to: customers.storedPerPage };
    const replaced = { psid: newPsid, id: "nextval('conversation_ids')", due_at: due };
    await copyRows(client, copying, { table: "mailbox", replaced });
    await client.query("create table bench_dues as select page_id, psid, due_at from mailbox");
    await client.query("create index on bench_dues (page_id, psid)");
  });
  await settle(url);
}

type Fired = Pick<TimersResult, "fired" | "firedSeconds" | "early" | "twice">;

async function countFired({ scratch: { db } }: Scene, dueAt: number): Promise<Fired> {
  return db.get<Fired>(sql`
    select count(*) as fired, count(*) filter (where is_early) as early, count(*) filter (where times > 1) as twice,
           extract(epoch from max(at))::float8 - ${dueAt / 1000}::float8 as fired_seconds
      from (select max(turns.at) as at, count(*) as times, bool_or(turns.at < bench_dues.due_at) as is_early
              from turns join bench_dues using (page_id, psid)
             where turns.event->>'type' = 'timer'
             group by page_id, psid) as fired`);
}
