import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../server/store/db/db.ts";
import { type ConnectionPool, openConnectionPool } from "../load/connection-pool.ts";
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

/** The customers of a conversation, when everything of it is stored. */
export async function writeTemplates(db: Database, platform: Platform, writing: Writing): Promise<string[]> {
  const psids = await converse(platform, writing);
  await until("the customers to copy are stored", () => isFinished(db));
  return psids;
}

/** Runs a real conversation with one customer of each page. Returns their psids when all are answered. */
export async function converse(platform: Platform, { port, pages, asked }: Writing): Promise<string[]> {
  const writers = pages.map((page) => ({ page, psid: psidOf(page, templateNumber) }));
  const ledger = openLedger();
  const stopListening = platform.listen(ledger.arrived);
  const connections = openConnectionPool(port, 16);
  for (const [nth, { text, codes }] of asked.entries()) {
    const sent = writers.map((writer, index) => {
      ledger.begin(writer.psid, codes, () => {});
      return sendUntilAccepted(
        connections,
        messengerWebhook({ ...writer, text, number: -1 - nth * writers.length - index }),
      );
    });
    await Promise.all(sent);
    await until("all customers are answered", async () => ledger.countMissing() === 0);
  }
  connections.close();
  stopListening();
  return writers.map(({ psid }) => psid);
}

/** A server that is overloaded, because it has just started, refuses calls. */
async function sendUntilAccepted(connections: ConnectionPool, request: string): Promise<void> {
  while ((await connections.send(request)) !== 200) await sleep(200);
}

export const repeated = (answerAt: (nth: number) => Answer, times: number) =>
  Array.from({ length: times }, (_, nth) => answerAt(nth));

/** True if every message is stored as delivered, and every customer's profile was looked up. */
async function isFinished(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query<{ open: number }>(`
    select (select count(*) from messages where status in ('queued', 'sending'))
         + (select count(*) from customers where first_name is null) as open`);
  return Number(rows[0]?.open) === 0;
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6000; tries++) {
    if (await isTrue()) return;
    await sleep(50);
  }
  throw new Error(`Timed out waiting until ${what}.`);
}
