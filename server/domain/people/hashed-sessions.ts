import { AsyncLocalStorage } from "node:async_hooks";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth/adapters";
import type { Db } from "../../store/db/db.ts";
import { listedForms, storedForms, storedToken } from "../../store/people/session-tokens.ts";

/** The tokens of browsers seen in one call, by their stored forms. */
const seenTokens = new AsyncLocalStorage<Map<string, string>>();

/** Runs a call of the login library. A token that the call begins with is known until its end, and no longer. */
export const withSeenTokens = <Result>(call: () => Promise<Result>): Promise<Result> => seenTokens.run(new Map(), call);

/**
 * The library's database with hashes in place of session tokens. The library gets the browser's token where it has
 * asked with it or has just made it; lists hold the hashes of all other sessions, which are good only for ending them.
 */
export function hashedSessions(inner: DBAdapter, db: Pick<Db, "sealer">): DBAdapter {
  return {
    ...inner,
    ...onTransaction(inner, db),
    transaction: (work) => inner.transaction((transaction) => work(onTransaction(transaction, db))),
  };
}

type Adapter = DBTransactionAdapter;

function onTransaction(inner: Adapter, db: Pick<Db, "sealer">): Adapter {
  return {
    ...inner,
    async create(given) {
      const { token } = given.data as { token?: string };
      if (given.model !== "session" || token === undefined) return inner.create(given);
      const stored = storedToken(db, token);
      seenTokens.getStore()?.set(stored, token);
      return withToken(await inner.create({ ...given, data: { ...given.data, token: stored } }));
    },
    findOne: async <Row>(given: Query & { where: Where[] }) =>
      withToken(await inner.findOne<Row>(stored(given, storedForms))),
    findMany: async <Row>(given: Query) => (await inner.findMany<Row>(stored(given, listedForms))).map(withToken),
    count: (given) => inner.count(stored(given, storedForms)),
    update: async (given) => withToken(await inner.update(stored(given, storedForms))),
    updateMany: (given) => inner.updateMany(stored(given, storedForms)),
    delete: (given) => inner.delete(stored(given, listedForms)),
    deleteMany: (given) => inner.deleteMany(stored(given, listedForms)),
  };
}

type Query = { model: string; where?: Where[] | undefined };

/** The query with stored forms in place of tokens. */
function stored<Given extends Query>(given: Given, formsOf: (token: string) => string[]): Given {
  if (given.model !== "session" || !given.where) return given;
  return { ...given, where: given.where.map((each) => storedWhere(each, formsOf)) };
}

function storedWhere(where: Where, formsOf: (token: string) => string[]): Where {
  const { field, operator = "eq", value } = where;
  if (field !== "token" || (operator !== "eq" && operator !== "in")) return where;
  const forms = [value].flat().flatMap((each) => {
    const [token, seen] = [String(each), seenTokens.getStore()];
    const forms = formsOf(token);
    for (const form of forms) if (form !== token) seen?.set(form, token);
    return forms;
  });
  return { ...where, operator: "in", value: forms };
}

/** The row with the browser's token, if this call knows it. */
function withToken<Row>(row: Row): Row {
  if (row === null || typeof row !== "object" || !("token" in row)) return row;
  const token = seenTokens.getStore()?.get(String(row.token));
  return token === undefined ? row : { ...row, token };
}
