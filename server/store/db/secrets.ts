import { randomBytes } from "node:crypto";
import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** Keys that all nodes share, created once. */
export type Secrets = { linkKey: Buffer; loginKey: Buffer; mediaKey: Buffer; pushKey: Buffer };

export async function loadSecrets(db: Db): Promise<Secrets> {
  return {
    linkKey: await ensureSecret(db, "link_key"),
    loginKey: await ensureSecret(db, "login_key"),
    mediaKey: await ensureSecret(db, "media_key"),
    pushKey: await ensureSecret(db, "push_key"),
  };
}

async function ensureSecret(db: Db, name: string): Promise<Buffer> {
  await db.count(sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`);
  return (await db.get<{ value: Buffer }>(sql`select value from secrets where name = ${name}`)).value;
}
