import type { HookMapping } from "@banter/core/events/hook-mapping.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** An address of a page that other programs call. The secret in it is stored as a hash. */
export type IncomingHook = {
  id: number;
  name: string;
  mapping: HookMapping;
  isOn: boolean;
  createdAt: Date;
};

const columns = sql`id, name, mapping, is_on, created_at`;

/** Oldest first. */
export function listHooks(db: Db, pageId: string): Promise<IncomingHook[]> {
  return db.many(sql`select ${columns} from incoming_hooks where page_id = ${pageId} order by id`);
}

export function findHook(
  db: Db,
  pageId: string,
  id: number,
): Promise<(IncomingHook & { secretHash: Buffer }) | undefined> {
  return db.find(sql`select ${columns}, secret_hash from incoming_hooks where page_id = ${pageId} and id = ${id}`);
}

export async function insertHook(
  db: Db,
  pageId: string,
  { id, name, mapping, secretHash }: Pick<IncomingHook, "id" | "name" | "mapping"> & { secretHash: Buffer },
): Promise<void> {
  await db.count(sql`
    insert into incoming_hooks (page_id, id, name, secret_hash, mapping)
    values (${pageId}, ${id}, ${name}, ${secretHash}, ${json(mapping)})`);
}

export async function updateHook(
  db: Db,
  pageId: string,
  { id, name, mapping, isOn }: Pick<IncomingHook, "id" | "name" | "mapping" | "isOn">,
): Promise<void> {
  await db.count(sql`
    update incoming_hooks set name = ${name}, mapping = ${json(mapping)}, is_on = ${isOn}
     where page_id = ${pageId} and id = ${id}`);
}

export async function replaceSecret(db: Db, pageId: string, id: number, secretHash: Buffer): Promise<void> {
  await db.count(sql`
    update incoming_hooks set secret_hash = ${secretHash} where page_id = ${pageId} and id = ${id}`);
}

export async function deleteHook(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`delete from incoming_hooks where page_id = ${pageId} and id = ${id}`);
}
