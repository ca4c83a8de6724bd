import { defaultAudience } from "@banter/core/audience/settings.ts";
import { indexChanges } from "../../server/domain/customers/indexing.ts";
import { applyPageFile } from "../../server/domain/page-file/apply.ts";
import { changePageSettings } from "../../server/domain/pages/page-settings.ts";
import { createPage } from "../../server/domain/pages/pages.ts";
import type { Database } from "../../server/store/db/db.ts";
import { json, sql } from "../../server/store/db/sql.ts";
import { idsByName } from "../../server/test/page-state.ts";
import { type BenchPage, psidOf } from "../load/customers.ts";
import { copyRows, onDatabase } from "./copies.ts";

/** A page whose customers get messages that they have not asked for. Their psids differ in the last nine digits. */
export type AudiencePage = { id: string; prefix: string; customers: number; tags: { vip: number; asleep: number } };

const setup = {
  banter: 1,
  tags: ["vip", "asleep"],
  fields: [
    { name: "city", type: "text" },
    { name: "orders", type: "number" },
    { name: "last_order", type: "date" },
  ],
};

/** A web chat page with customers. */
export async function makeWebPage(db: Database, customers: number): Promise<AudiencePage> {
  const id = await createPage({ db }, { name: "Corner shop" });
  return fillPage(db, id, { prefix: `web_${id.replace(/\D/g, "")}`, customers });
}

/** Adds customers to a page of the scene. */
export function fillMessengerPage(db: Database, page: BenchPage, customers: number): Promise<AudiencePage> {
  return fillPage(db, page.id, { prefix: psidOf(page, 0).slice(0, -9), customers });
}

/** As many customers of each kind: they differ in tags, fields and language. */
const kinds = 64;
const firstTemplate = 900_000_000;
const firstCustomer = 100_000_000;

/** The number of a customer of the page; undefined for any other. */
export function numberOf({ prefix, customers }: AudiencePage, psid: string): number | undefined {
  const number = psid.startsWith(prefix) ? Number(psid.slice(prefix.length)) - firstCustomer : -1;
  return number >= 0 && number < customers ? number : undefined;
}

/**
 * Customers of every kind are stored and indexed as the server does it, and their rows are copied in bulk. They have
 * written within the last twenty hours, so that every messaging window is open. The server must not run.
 */
async function fillPage(
  db: Database,
  pageId: string,
  { prefix, customers }: Pick<AudiencePage, "prefix" | "customers">,
): Promise<AudiencePage> {
  await applyPageFile({ db }, pageId, setup, { prune: false });
  // Without quiet hours, the measurement does not depend on the time of the day.
  await changePageSettings({ db }, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  const ids = await idsByName({ db }, pageId);
  const tags = { vip: ids.get("tag vip") ?? 0, asleep: ids.get("tag asleep") ?? 0 };
  const templates = Array.from({ length: kinds }, (_, kind) => templateOf(kind, prefix, tags));
  await db.count(sql`
    with saved as (
      insert into customers (page_id, psid, first_name, last_name, email, locale, tags, fields, created_at)
      select ${pageId}, psid, first_name, last_name, email, locale, tags, fields, now()
        from json_to_recordset(${json(templates)})
             as row (psid text, first_name text, last_name text, email text, locale text, tags bigint[], fields json)
      returning page_id, psid)
    insert into customer_changes (page_id, psid) select page_id, psid from saved`);
  while (await indexChanges({ db }));
  const copies = Math.ceil(customers / kinds);
  await onDatabase(db.url, async (client) => {
    const copying = { psids: templates.map(({ psid }) => psid), from: 0, to: copies };
    const own = {
      psid: `left(old.psid, -9) || (${firstCustomer} + n * ${kinds} + right(old.psid, 9)::bigint - ${firstTemplate})`,
      created_at: "old.created_at - n * interval '10 seconds'",
    };
    const lastInput = { last_input_at: "now() - n % 72000 * interval '1 second'" };
    await copyRows(client, copying, { table: "customers", replaced: { ...own, ...lastInput } });
    await copyRows(client, copying, { table: "customer_index", replaced: own });
    for (const table of ["customers", "customer_index"])
      await client.query(`delete from ${table} where psid = any ($1)`, [copying.psids]);
  });
  return { id: pageId, prefix, customers: copies * kinds, tags };
}

const cities = ["Hà Nội", "Huế", "Đà Nẵng", "Cần Thơ"];
const names = ["Mai", "Lan", "Minh", "Ann", "Tom", "Hoa", "Nam", "Eve"];

function templateOf(kind: number, prefix: string, { vip, asleep }: AudiencePage["tags"]) {
  return {
    psid: `${prefix}${firstTemplate + kind}`,
    first_name: names[kind % names.length],
    last_name: `Tran ${kind}`,
    email: kind % 4 === 3 ? null : `person${kind}@example.com`,
    locale: kind % 8 === 7 ? "en_US" : "vi_VN",
    tags: [...(kind % 2 === 0 ? [vip] : []), ...(kind % 8 === 6 ? [asleep] : [])],
    fields: {
      city: cities[kind % cities.length],
      orders: String(kind),
      last_order: `2026-${String(1 + (kind % 12)).padStart(2, "0")}-15`,
    },
  };
}
