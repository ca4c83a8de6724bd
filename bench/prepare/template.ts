import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../server/store/db/db.ts";
import { sql } from "../../server/store/db/sql.ts";
import { openConnectionPool } from "../load/connection-pool.ts";
import { type BenchPage, psidOf, templateNumber } from "../load/customers.ts";
import { openLedger } from "../load/ledger.ts";
import { messengerWebhook } from "../load/webhooks.ts";
import type { Platform } from "../platform/link.ts";
import type { Answer } from "./page-file.ts";

export type Writing = {
  port: number;
  pages: readonly BenchPage[];
  /** The customer's texts in order; for a flow that waits, the codes up to the wait. */
  asked: { text: string; codes: readonly string[] }[];
};

/** Runs a real conversation with one customer of each page. Returns their psids when everything is stored. */
export async function writeTemplates(db: Db, platform: Platform, writing: Writing): Promise<string[]> {
  const { port, pages, asked } = writing;
  const writers = pages.map((page) => ({ page, psid: psidOf(page, templateNumber) }));
  const ledger = openLedger();
  const stopListening = platform.listen(ledger.arrived);
  const connections = openConnectionPool(port, 16);
  for (const [nth, { text, codes }] of asked.entries()) {
    const sent = writers.map((writer, index) => {
      ledger.begin(writer.psid, codes, () => {});
      return connections.send(messengerWebhook({ ...writer, text, number: -1 - nth * writers.length - index }));
    });
    await Promise.all(sent);
    await until("the customers to copy are answered", async () => ledger.countMissing() === 0);
  }
  await until("the customers to copy are stored", () => isFinished(db));
  connections.close();
  stopListening();
  return writers.map(({ psid }) => psid);
}

export const repeated = (answerAt: (nth: number) => Answer, times: number) =>
  Array.from({ length: times }, (_, nth) => answerAt(nth));

/** True if every message is stored as delivered, and every customer's profile was looked up. */
async function isFinished(db: Db): Promise<boolean> {
  const { open } = await db.get<{ open: number }>(sql`
    select (select count(*) from messages where status in ('queued', 'sending'))
         + (select count(*) from customers join pages on pages.id = customers.page_id
             where pages.channel = 'messenger' and customers.first_name is null) as open`);
  return open === 0;
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isTrue()) return;
    await sleep(50);
  }
  throw new Error(`Timed out waiting until ${what}.`);
}
