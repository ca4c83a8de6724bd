import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../clock.ts";
import { psidOf } from "../load/customers.ts";
import { openLedger } from "../load/ledger.ts";
import { copyRows, newPsid, onDatabase, vacuumAndFlush } from "../prepare/copies.ts";
import { reminder, reminderPage } from "../prepare/page-file.ts";
import { openScene, type Scene } from "../prepare/scene.ts";
import { asSuperuser } from "../superuser.ts";
import type { Bench } from "./pairs.ts";

/** Seconds count from the due time of the first timer; the last one is due a second later. */
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

/** J6: timers of customers on 64 pages, all due within one second; each sends one message. */
export async function runJ6({ place, plan }: Bench): Promise<TimersResult> {
  const asked = [{ text: reminder.text, codes: reminder.codes.slice(0, 1) }];
  const options = { file: reminderPage(), asked, stored: plan.timers } as const;
  const scene = await openScene(place, { name: "j6", pages: 64, ...options });
  const dueAt = Date.now() + 10_000 + plan.timers / 5;
  const expected = expectReminders(scene, dueAt);
  const { ledger } = expected;
  await setTimers(scene, dueAt);
  const stopListening = place.platform.listen(ledger.arrived);
  const server = await scene.start();
  if (Date.now() > dueAt) throw new Error("The timers were not ready before they were due.");
  while (ledger.countMissing() > 0 && Date.now() < dueAt + maxSeconds * 1000) await sleep(50);
  const deliveredSeconds = (Date.now() - dueAt) / 1000;
  await place.platform.untilQuiet();
  stopListening();
  const { fired, firedSeconds, early, twice } = await countFired(scene, dueAt);
  await server.stop();
  await scene.scratch.drop();
  const { begun: timers, duplicates } = ledger.counts;
  return {
    ...{ timers, fired, firedSeconds, deliveredSeconds },
    early: early + expected.countEarly(),
    twice: twice + duplicates,
    lost: Math.max(timers - fired, ledger.countMissing()),
  };
}

/** The message of every timer, and how many arrive before they are due. */
function expectReminders({ customers: { pages, storedPerPage } }: Scene, dueAt: number) {
  const ledger = openLedger();
  const firstDueAt = nowMs() + dueAt - Date.now();
  let early = 0;
  for (const page of pages)
    for (let number = 0; number < storedPerPage; number++)
      ledger.begin(psidOf(page, number), reminder.codes.slice(1), (at) => {
        // Allows for a millisecond between the readings of two clocks.
        if (at < firstDueAt + (number % 1000) - 1) early++;
      });
  return { ledger, countEarly: () => early };
}

/** Copies the timer of a real turn to every copy of its customer. Turns have times in whole milliseconds. */
async function setTimers({ scratch: { url }, customers, psids }: Scene, dueAt: number): Promise<void> {
  const due = `to_timestamp(${dueAt / 1000}) + n % 1000 * interval '1 millisecond'`;
  await onDatabase(url, async (client) => {
    const copying = { psids, from: 0, to: customers.storedPerPage };
    const replaced = { psid: newPsid, id: "nextval('conversation_ids')", due_at: due };
    await copyRows(client, copying, { table: "mailbox", replaced });
    await client.query("create table bench_dues as select page_id, psid, due_at from mailbox");
    await client.query("create index on bench_dues (page_id, psid)");
  });
  await vacuumAndFlush(url);
}

type Fired = Pick<TimersResult, "fired" | "firedSeconds" | "early" | "twice">;

async function countFired({ scratch: { url } }: Scene, dueAt: number): Promise<Fired> {
  const [fired] = await asSuperuser<Fired>(
    url,
    `select count(*)::float8 as fired, count(*) filter (where is_early)::float8 as early,
            count(*) filter (where times > 1)::float8 as twice,
            extract(epoch from max(at))::float8 - ${dueAt / 1000} as "firedSeconds"
       from (select max(turns.at) as at, count(*) as times, bool_or(turns.at < bench_dues.due_at) as is_early
               from turns join bench_dues using (page_id, psid)
              where turns.event->>'type' = 'timer'
              group by page_id, psid) as fired`,
  );
  if (!fired) throw new Error("The timers were not counted.");
  return fired;
}
