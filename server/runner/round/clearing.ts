import type { ClearEvent } from "@banter/core/flow/mail-event.ts";
import { deleteSilentVisitors } from "../../store/retention/silent-visitors.ts";
import { removeFieldValues, untagCustomers, type WalkedCustomers } from "../../store/runtime/customers.ts";
import type { RunnerNode } from "../node.ts";
import type { OwnedPage } from "../pages/page.ts";
import type { OpenItem } from "./item.ts";

/** Customers that one round looks at for a tag or a field that was removed. */
const walkSize = 2000;

/**
 * Changes many customers of a page, as mail asks for it: a piece in each round, so that other mail goes on. Customers
 * with mail in the same batch are left out, because their turns write the values that they have read; they come in a
 * later round. `later` is mail that is not done yet.
 */
export async function clearCustomers(
  node: RunnerNode,
  items: OpenItem[],
): Promise<{ now: OpenItem[]; later: OpenItem[] }> {
  const later: OpenItem[] = [];
  for (const item of items) {
    const { event } = item.mail;
    if (event.type !== "clear") continue;
    const busy = items.flatMap(({ page, mail }) => (page === item.page ? mail.psid : []));
    if (!(await clearNext(node, item, event, busy))) later.push(item);
  }
  return { now: items.filter((item) => !later.includes(item)), later };
}

/** The last customer that was looked at, and how many were left out on the way. */
type Position = { after: string; skipped: number };

const start: Position = { after: "", skipped: 0 };

/** How far mail has come, by its id. Only a hint: a page that is claimed again starts from the beginning. */
const positions = new WeakMap<OwnedPage, Map<number, Position>>();

/** Returns true when the mail is done. */
async function clearNext(
  node: RunnerNode,
  { page, mail }: OpenItem,
  { what }: ClearEvent,
  busy: string[],
): Promise<boolean> {
  if ("visitors" in what) {
    // A visitor who does something is not silent, and is left to a later day.
    const psids = what.visitors.filter((psid) => !busy.includes(psid));
    await deleteSilentVisitors(node.db, page.lease, { days: what.days, psids });
    return true;
  }
  const known = positions.get(page) ?? new Map<number, Position>();
  positions.set(page, known);
  const { after, skipped: before } = known.get(mail.id) ?? start;
  const walked = await walk(node, page, what, { after, limit: walkSize, except: busy });
  const skipped = before + walked.skipped;
  const isDone = walked.next === null && skipped === 0;
  if (isDone) known.delete(mail.id);
  else known.set(mail.id, walked.next === null ? start : { after: walked.next, skipped });
  return isDone;
}

function walk(
  { db }: RunnerNode,
  { lease }: OwnedPage,
  what: { tagId: number } | { field: string },
  piece: { after: string; limit: number; except: string[] },
): Promise<WalkedCustomers> {
  if ("tagId" in what) return untagCustomers(db, lease, what.tagId, piece);
  return removeFieldValues(db, lease, what.field, piece);
}
