import type { Database } from "../store/db/db.ts";

/** Collects the texts of all further statements outside transactions. */
export function watchStatements(db: Database): string[] {
  const texts: string[] = [];
  const query = db.pool.query.bind(db.pool) as (config: { text: string }) => unknown;
  Object.assign(db.pool, {
    query(config: { text: string }) {
      texts.push(config.text);
      return query(config);
    },
  });
  return texts;
}
