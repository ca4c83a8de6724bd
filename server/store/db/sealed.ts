import { prefixOf } from "../../encryption/seal.ts";
import type { Db } from "./db.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * A value for a json column with secrets: a JSON text that holds the sealed value. While nodes of an earlier release are
 * running it is the value itself, which `reseal` seals later.
 */
export function sealJson({ sealer }: Db, value: unknown, place: string): string {
  const text = JSON.stringify(value);
  return sealer.isActive() ? JSON.stringify(sealer.seal(text, place)) : text;
}

/** Undefined if the value cannot be opened: one that lost its key must not fail a statement that reads many. */
export function openJson({ sealer }: Db, stored: unknown, place: string): unknown {
  if (typeof stored !== "string") return stored;
  try {
    return JSON.parse(sealer.open(stored, place));
  } catch {
    return undefined;
  }
}

/** True for rows whose json column is readable or sealed with one of the earlier keys. */
export function isStale({ sealer }: Db, column: Sql): Sql {
  const [, ...earlier] = sealer.keyIds().map((keyId) => `"${prefixOf(keyId)}`);
  return sql`(not starts_with(${column}::text, '"v1.')
              or exists (select from unnest(${earlier}::text[]) as prefix where starts_with(${column}::text, prefix)))`;
}
