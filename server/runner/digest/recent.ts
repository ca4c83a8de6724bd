import type { Db } from "../../store/db/db.ts";
import { type Lease, listHeldPages } from "../../store/runtime/leases.ts";

/** Rows that a turn has committed together; `id` is the first of their ids and `throughId` the last. */
export type Committed = { id: number; throughId: number };

type Position = { pageId: string; throughId: number };
type Next<Row> = { rows: Row[]; isComplete: boolean };

/**
 * Committed rows that are not digested yet, so that they need not be read again. A page has one owner at a time, who adds
 * all that it commits, and ids of a page are committed in their order: everything from the page's first row here on is
 * known. Rows can be dropped at any time, because the tables have them.
 */
export type Recent<Row extends Committed> = {
  add(lease: Lease, rows: Row[]): void;
  /** The lease of the page's rows, if they are all that follows the position. */
  findLease(position: Position): Lease | undefined;
  /** The first rows after the position; undefined if there may be others between them, or rows of another lease. */
  findNext(lease: Lease, position: Position, limit: number): Next<Row> | undefined;
  /** Everything up to the position is digested. */
  release(position: Position): void;
  drop(pageId: string): void;
};

/** `bytesOf` is an estimate. Above `maxBytes`, the pages with the most are dropped. */
export function createRecent<Row extends Committed>(bytesOf: (row: Row) => number, maxBytes: number): Recent<Row> {
  const pages = new Map<string, Page<Row>>();
  let allBytes = 0;

  function resize(page: Page<Row>, change: number): void {
    page.bytes += change;
    allBytes += change;
  }

  function drop(pageId: string): void {
    allBytes -= pages.get(pageId)?.bytes ?? 0;
    pages.delete(pageId);
  }

  return {
    add(lease, rows) {
      const [first] = rows;
      if (!first) return;
      const { pageId } = lease;
      if (pages.get(pageId)?.lease.epoch !== lease.epoch) drop(pageId);
      const page = pages.get(pageId) ?? { lease, from: first.id, rows: [], bytes: 0 };
      pages.set(pageId, page);
      page.rows.push(...rows);
      resize(page, sum(rows, bytesOf));
      while (allBytes > maxBytes) drop(largestOf(pages));
    },
    findLease(position) {
      const page = pages.get(position.pageId);
      return page && isCovered(page, position) ? page.lease : undefined;
    },
    findNext(lease, position, limit) {
      const page = pages.get(position.pageId);
      if (page?.lease.epoch !== lease.epoch || !isCovered(page, position)) return undefined;
      const left = page.rows.slice(countThrough(page, position));
      return { rows: left.slice(0, limit), isComplete: left.length <= limit };
    },
    release(position) {
      const page = pages.get(position.pageId);
      if (page) resize(page, -sum(page.rows.splice(0, countThrough(page, position)), bytesOf));
    },
    drop,
  };
}

type Page<Row> = { lease: Lease; from: number; rows: Row[]; bytes: number };

/** False too for a position within a turn: reads of the tables end there if a turn has very many messages. */
function isCovered<Row extends Committed>(page: Page<Row>, position: Position): boolean {
  const next = page.rows[countThrough(page, position)];
  return position.throughId >= page.from - 1 && (!next || next.id > position.throughId);
}

function countThrough<Row extends Committed>({ rows }: Page<Row>, { throughId }: Position): number {
  const next = rows.findIndex((row) => row.throughId > throughId);
  return next < 0 ? rows.length : next;
}

const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

function largestOf(pages: Map<string, { bytes: number }>): string {
  const [largest = ""] = [...pages].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one));
  return largest;
}

/**
 * The next rows of pages that are in memory, each page the same share of `limit`. The caller has locked the positions.
 * Under that lock, the leases are looked at: if another node has taken a page, it may have erased a customer since. If
 * the lease is still held, a later erasure waits for the lock at its end, and then removes all that is written here.
 */
export async function findRecent<Row extends Committed>(
  db: Db,
  positions: Position[],
  recent: Recent<Row>,
  limit: number,
): Promise<Map<string, Next<Row>>> {
  const asked = positions.flatMap((position) => {
    const lease = recent.findLease(position);
    return lease ? [{ lease, position }] : [];
  });
  if (asked.length === 0) return new Map();
  const leases = asked.map(({ lease }) => lease);
  const held = await listHeldPages(db, leases);
  const share = Math.max(10, Math.floor(limit / positions.length));
  return new Map(
    asked.flatMap(({ lease, position }) => {
      const next = held.has(lease.pageId) ? recent.findNext(lease, position, share) : undefined;
      return next ? [[lease.pageId, next]] : [];
    }),
  );
}
