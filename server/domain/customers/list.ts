import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  countByWalk,
  type ListOrder,
  type ListPlace,
  pickFromFew,
  walkList,
} from "../../store/customers/customer-list.ts";
import { type ListedCustomer, listCustomers } from "../../store/customers/customer-rows.ts";
import { countAll, countFew, type ListFilter, listsOfFew, needsRow } from "../../store/customers/list-filter.ts";
import type { Db } from "../../store/db/db.ts";
import type { Sql } from "../../store/db/sql.ts";

/** A condition that so few customers meet is read as a whole; others are met often enough on the way through the list. */
const maxFew = 2000;
/** How many customers a call looks at, in growing steps: most calls end after the first. */
const walkSteps = [200, 1000, 2000, 4000];
const maxCounted = 10_000;
const maxCountWalk = 10_000;

/** A page of the list. `next` is the cursor of the next one. A page may have fewer customers than asked and a next one. */
export type CustomerPage = { customers: ListedCustomer[]; next: string | null; total: Total | null };

/** `isMore`: there are at least so many. */
type Total = { count: number; isMore: boolean };

type Asked = { order: "activity" | "newest" | "name"; cursor: string | undefined; limit: number };

/** The place at which a list goes on, and how: a list that began with few customers goes on with them. */
type Cursor = { mode: "few" | "walk"; order: ListOrder; after: ListPlace | null };

export async function listPage(
  { db }: Pick<Deps, "db">,
  pageId: string,
  filter: ListFilter,
  { order, cursor, limit }: Asked,
): Promise<CustomerPage> {
  const given = cursor === undefined ? undefined : readCursor(cursor);
  const few = given?.mode === "walk" ? undefined : await findFew(db, pageId, filter, given ? maxFew * 2 : maxFew);
  const start: Cursor = given ?? { mode: few ? "few" : "walk", order, after: null };
  const { places, next } = few
    ? await pageOfFew(db, pageId, filter, { start, limit, few: few.list })
    : await pageOfWalk(db, pageId, filter, { start, limit });
  const customers = await listCustomers(
    db,
    pageId,
    places.map(({ psid }) => psid),
  );
  const total = given ? null : await countTotal(db, pageId, filter, few);
  return { customers, next: next && writeCursor(next), total };
}

/** Customers who meet one of the filter's conditions, and how many. */
type Few = { list: Sql; count: number };

/** The list of the condition that the fewest customers meet, if these are few. */
async function findFew(db: Db, pageId: string, filter: ListFilter, limit: number): Promise<Few | undefined> {
  for (const list of listsOfFew(pageId, filter, limit)) {
    const count = await countFew(db, list);
    if (count < limit) return { list, count };
  }
  return undefined;
}

type Part = { places: ListPlace[]; next: Cursor | null };

async function pageOfFew(
  db: Db,
  pageId: string,
  filter: ListFilter,
  { start, limit, few }: { start: Cursor; limit: number; few: Sql },
): Promise<Part> {
  const { order, after } = start;
  const found = await pickFromFew(db, pageId, filter, { order, after, limit: limit + 1, few });
  const places = found.slice(0, limit);
  if (found.length > limit) return { places, next: { mode: "few", order, after: places.at(-1) ?? null } };
  if (order !== "activity") return { places, next: null };
  const rest = { mode: "few" as const, order: "silent" as const, after: null };
  if (places.length === limit) return { places, next: rest };
  const more = await pageOfFew(db, pageId, filter, { start: rest, limit: limit - places.length, few });
  return { places: [...places, ...more.places], next: more.next };
}

async function pageOfWalk(
  db: Db,
  pageId: string,
  filter: ListFilter,
  { start, limit }: { start: Cursor; limit: number },
): Promise<Part> {
  const places: ListPlace[] = [];
  let { order, after } = start;
  for (const steps of walkSteps) {
    const wanted = limit - places.length;
    const { found, end } = await walkList(db, pageId, filter, { order, after, limit: wanted + 1, steps });
    places.push(...found.slice(0, wanted));
    if (found.length > wanted) return { places, next: { mode: "walk", order, after: places.at(-1) ?? null } };
    if (end) after = end;
    else if (order === "activity") [order, after] = ["silent", null];
    else return { places, next: null };
  }
  return { places, next: { mode: "walk", order, after } };
}

async function countTotal(db: Db, pageId: string, filter: ListFilter, few: Few | undefined): Promise<Total> {
  if (few && !needsRow(filter)) return { count: few.count, isMore: false };
  if (few) {
    const picked = { order: "newest" as const, after: null, limit: maxFew, few: few.list };
    const found = await pickFromFew(db, pageId, filter, picked);
    return { count: found.length, isMore: false };
  }
  if (needsRow(filter)) return countByWalk(db, pageId, filter, maxCountWalk);
  const [byTerms] = listsOfFew(pageId, filter, maxCounted + 1);
  const count = byTerms ? await countFew(db, byTerms) : await countAll(db, pageId, maxCounted + 1);
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}

const orders: ListOrder[] = ["activity", "silent", "newest", "name"];

function writeCursor({ mode, order, after }: Cursor): string {
  return Buffer.from(JSON.stringify([mode, order, after?.key ?? null, after?.psid ?? null])).toString("base64url");
}

function readCursor(text: string): Cursor {
  try {
    const [mode, order, key, psid] = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const isGood = (mode === "few" || mode === "walk") && orders.includes(order);
    if (isGood && isKey(order, key) && (key === null) === (psid === null))
      return { mode, order, after: key === null ? null : { key, psid: String(psid) } };
  } catch {
    // Refused below.
  }
  throw new AppError("invalid_field", "The field /cursor must come from an earlier answer.");
}

function isKey(order: ListOrder, key: unknown): boolean {
  if (key === null) return true;
  if (typeof key !== "string" || key.length > 1000) return false;
  if (order === "activity") return /^[0-9]{1,18}$/.test(key);
  return order === "name" || /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(key);
}
