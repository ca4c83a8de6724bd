import { prefixOf } from "../../encryption/seal.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/**
 * A secret that flows of the page use by its name. Its value is read only to make a call to one of its hosts; without
 * hosts, to any.
 */
export type PageSecret = { name: string; hosts: string[]; updatedAt: Date };

export function listPageSecrets(db: Db, pageId: string): Promise<PageSecret[]> {
  return db.many(sql`select name, hosts, updated_at from page_secrets where page_id = ${pageId} order by name`);
}

/** The hosts of a secret, which stay the same until the transaction ends. Undefined if there is no such secret. */
export async function lockSecretHosts(db: Db, pageId: string, name: string): Promise<string[] | undefined> {
  const found = await db.find<{ hosts: string[] }>(sql`
    select hosts from page_secrets where page_id = ${pageId} and name = ${name} for update`);
  return found?.hosts;
}

export type OpenSecret = { value: string; hosts: string[] };

/** The values and hosts of those that exist and can be opened. */
export async function findSecretValues(db: Db, pageId: string, names: string[]): Promise<Map<string, OpenSecret>> {
  const rows = await db.many<{ name: string; value: string; hosts: string[] }>(sql`
    select name, value, hosts from page_secrets where page_id = ${pageId} and name = any (${names})`);
  return new Map(
    rows.flatMap(({ name, value, hosts }) => {
      try {
        return [[name, { value: db.sealer.open(value, placeOf(pageId, name)), hosts }]];
      } catch {
        return [];
      }
    }),
  );
}

/** Returns true if the secret is new. */
export async function savePageSecret(
  db: Db,
  pageId: string,
  name: string,
  { value, hosts }: OpenSecret,
): Promise<boolean> {
  const { isNew } = await db.get<{ isNew: boolean }>(sql`
    insert into page_secrets (page_id, name, value, hosts, updated_at)
    values (${pageId}, ${name}, ${db.sealer.seal(value, placeOf(pageId, name))}, ${hosts}, now())
        on conflict (page_id, name) do update
       set value = excluded.value, hosts = excluded.hosts, updated_at = excluded.updated_at
 returning xmax = 0 as is_new`);
  return isNew;
}

export async function saveSecretHosts(db: Db, pageId: string, name: string, hosts: string[]): Promise<void> {
  await db.count(sql`update page_secrets set hosts = ${hosts} where page_id = ${pageId} and name = ${name}`);
}

/** Returns false if there was none. */
export async function deletePageSecret(db: Db, pageId: string, name: string): Promise<boolean> {
  return (await db.count(sql`delete from page_secrets where page_id = ${pageId} and name = ${name}`)) > 0;
}

/** Seals a few values that are sealed with an earlier key. Returns how many. */
export async function resealPageSecrets(db: Db, limit: number): Promise<number> {
  const [, ...earlier] = db.sealer.keyIds().map(prefixOf);
  const stale = await db.many<{ pageId: string; name: string; value: string }>(sql`
    select page_id, name, value
      from page_secrets
     where exists (select from unnest(${earlier}::text[]) as prefix where starts_with(value, prefix))
     order by page_id, name
     limit ${limit}`);
  let count = 0;
  for (const { pageId, name, value } of stale) {
    const place = placeOf(pageId, name);
    const sealed = db.sealer.seal(db.sealer.open(value, place), place);
    count += await db.count(sql`
      update page_secrets set value = ${sealed} where page_id = ${pageId} and name = ${name} and value = ${value}`);
  }
  return count;
}

const placeOf = (pageId: string, name: string) => `secret ${name} of ${pageId}`;
