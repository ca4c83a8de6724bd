import type { Config } from "../config/config.ts";
import { connect } from "../store/db/db.ts";
import { checkDurable, findServer } from "../store/db/open.ts";
import { listLivingNodes } from "../store/runtime/nodes.ts";
import { lockDatabase } from "../store/transfer/lock.ts";
import { openSource, type Source } from "../store/transfer/source.ts";
import type { Table } from "../store/transfer/tables.ts";
import { openTarget, type TransferTarget } from "../store/transfer/target.ts";

export type MoveRequest = {
  /** The address of an empty database, or `embedded` for the one of the data folder. */
  to: string;
  say: (line: string) => void;
};

export type MoveResult = { rows: number; tables: number };

/**
 * Moves the settings' database to another PostgreSQL. No server may run meanwhile. All or nothing: a failure leaves the
 * other database empty and this one as it is. Files and keys stay in the data folder.
 */
export async function moveDatabase(config: Config, { to, say }: MoveRequest): Promise<MoveResult> {
  if (to === "embedded" && !config.databaseUrl)
    throw new Error("DATABASE_URL is not set: the data is in the embedded PostgreSQL already.");
  const from = await findServer(config, say);
  try {
    const other = await findServer({ dataDir: config.dataDir, databaseUrl: to === "embedded" ? undefined : to }, say);
    const place = to === "embedded" ? other.location : nameOf(to);
    try {
      return await copyAll(config.databaseDirectUrl ?? from.url, other.url, place);
    } finally {
      await other.stop();
    }
  } finally {
    await from.stop();
  }
}

async function copyAll(fromUrl: string, toUrl: string, place: string): Promise<MoveResult> {
  const lock = await lockDatabase(fromUrl);
  try {
    await checkStopped(fromUrl);
    await checkUsable(toUrl);
    const source = await openSource(fromUrl);
    try {
      const target = await openTarget(toUrl, source.migrations);
      try {
        const moved = { rows: 0, tables: source.tables.length };
        for (const table of source.tables) moved.rows += await copyTable(source, target, table);
        await target.commit(source.sequences);
        await lock.markMoved(place);
        return moved;
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  } finally {
    await lock.release();
  }
}

/** Returns the number of rows, which is the same on both sides. */
async function copyTable(source: Source, target: TransferTarget, table: Table): Promise<number> {
  let read = 0;
  async function* rows() {
    read = yield* source.rows(table);
  }
  await target.load(table, rows());
  const written = await target.count(table);
  if (written !== read) throw new Error(`${table.name} has ${read} rows, but ${written} arrived.`);
  return read;
}

async function checkStopped(url: string): Promise<void> {
  const [node] = await withDatabase(url, listLivingNodes);
  if (node) throw new Error(`A server is running on this database, at ${node.baseUrl}: stop it first.`);
}

const checkUsable = (url: string) => withDatabase(url, checkDurable);

async function withDatabase<Result>(url: string, use: (db: ReturnType<typeof connect>) => Promise<Result>) {
  const db = connect({ url, name: "banter-move", max: 1, onError: () => undefined });
  return use(db).finally(() => db.close());
}

/** The address without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
