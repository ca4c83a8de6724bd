import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";
import { databaseNow } from "../../store/health/database-clock.ts";

/**
 * The login library's database with times by the database's clock. The library itself reads the clock of this machine:
 * a challenge or session that it makes on one node must live as long on a node with another clock.
 */
export function databaseTimes(inner: DBAdapter): DBAdapter {
  return {
    ...inner,
    ...onTransaction(inner),
    transaction: (work) => inner.transaction((transaction) => work(onTransaction(transaction))),
  };
}

type Adapter = DBTransactionAdapter;

function onTransaction(inner: Adapter): Adapter {
  return {
    ...inner,
    create: async (given) => read(await inner.create({ ...given, data: stored(given.data) })),
    findOne: async <Row>(given: Query & { where: Where[] }) => read(await inner.findOne<Row>(asked(given))),
    findMany: async <Row>(given: Query) => (await inner.findMany<Row>(asked(given))).map(read),
    count: (given) => inner.count(asked(given)),
    update: async (given) => read(await inner.update({ ...asked(given), update: stored(given.update) })),
    updateMany: (given) => inner.updateMany({ ...asked(given), update: stored(given.update) }),
    delete: (given) => inner.delete(asked(given)),
    deleteMany: (given) => inner.deleteMany(asked(given)),
    consumeOne: async <Row>(given: Query & { where: Where[] }) => read(await inner.consumeOne<Row>(asked(given))),
    incrementOne: async <Row>(given: Parameters<Adapter["incrementOne"]>[0]) =>
      read(await inner.incrementOne<Row>({ ...asked(given), ...(given.set && { set: stored(given.set) }) })),
  };
}

type Query = { model: string; where?: Where[] | undefined };

const aheadMs = () => databaseNow() - Date.now();

const stored = <Row>(row: Row): Row => moved(row, aheadMs());
const read = <Row>(row: Row): Row => moved(row, -aheadMs());

function asked<Given extends { where?: Where[] | undefined }>(given: Given): Given {
  return given.where ? { ...given, where: given.where.map(stored) } : given;
}

/** The same row with all its times moved. */
function moved<Row>(row: Row, byMs: number): Row {
  if (row === null || typeof row !== "object") return row;
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? new Date(value.getTime() + byMs) : value,
  ]);
  return Object.fromEntries(fields) as Row;
}
