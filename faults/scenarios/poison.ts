import { sql } from "../../server/store/db/sql.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { aCustomer, type Customer, write } from "../load/offer.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld, type World } from "../world/open.ts";

/**
 * Mail that cannot be committed: the json type of the mailbox accepts an escaped NUL, but text does not. One is part of
 * a turn, the other a report on messages.
 */
const poisons = [
  String.raw`{"type":"referral","ref":"nowhere","adId":"a\u0000b"}`,
  String.raw`{"type":"report","status":"delivered","about":{"platformIds":["m\u0000"]}}`,
];

/** Puts mail that cannot be committed among a page's mail. */
export const poison: Scenario = {
  name: "poison",
  does: "mail that cannot be committed lies in the mailbox of every page, before and after good mail",
  boundSeconds: 150,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger", pages: 2 });
    const load = startTraffic(world, {});
    const customers = world.pages.map((page) => aCustomer(page, 700_000));
    for (const customer of customers) await write(world, customer, "hello");
    for (const customer of customers) await putPoison(world, customer);
    for (const customer of customers) await write(world, customer, "after the poison", { isOrdered: true });
    await expectAnswers(world, { withinMs: 10_000, after: "poison" });
    for (const customer of customers) await putPoison(world, customer);
    await expectAnswers(world, { withinMs: 10_000, after: "poison" });
    await load.stop();
    await finishAndCheck(world);
    const left = await world.db.count(sql`select from mailbox where due_at < clock_timestamp() - interval '1 second'`);
    if (left > 0) stage.fail("stuck", `${left} pieces of mail are due and stay in the mailbox`);
  },
};

async function putPoison({ db }: World, { page, psid }: Customer): Promise<void> {
  for (const event of poisons)
    await db.count(sql`
      insert into mailbox (page_id, psid, due_at, event)
      values (${page.pageId}, ${psid}, clock_timestamp(), ${event}::json)`);
}
