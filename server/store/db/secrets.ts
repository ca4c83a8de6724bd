import { randomBytes } from "node:crypto";
import { keyIdOf, prefixOf } from "../../encryption/seal.ts";
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

const secretBytes = 32;

async function ensureSecret(db: Db, name: string): Promise<Buffer> {
  const first = stored(db, name, randomBytes(secretBytes));
  await db.count(sql`insert into secrets (name, value) values (${name}, ${first}) on conflict do nothing`);
  return openStored(
    db,
    name,
    (await db.get<{ value: Buffer }>(sql`select value from secrets where name = ${name}`)).value,
  );
}

/** A sealed value is longer than a readable one. */
function openStored({ sealer }: Db, name: string, value: Buffer): Buffer {
  if (value.length === secretBytes) return value;
  return Buffer.from(sealer.open(value.toString(), placeOf(name)), "base64");
}

function stored({ sealer }: Db, name: string, value: Buffer): Buffer {
  return sealer.isActive() ? Buffer.from(sealer.seal(value.toString("base64"), placeOf(name))) : value;
}

const placeOf = (name: string) => `secret ${name}`;

/** Seals the readable ones and those sealed with an earlier key. Returns how many it sealed. */
export async function resealSecrets(db: Db): Promise<number> {
  const current = Buffer.from(prefixOf(db.sealer.keyIds()[0] ?? ""));
  const stale = await db.many<{ name: string; value: Buffer }>(sql`
    select name, value
      from secrets
     where name <> ${checkName} and substring(value from 1 for ${current.length}) <> ${current}
     order by name`);
  let count = 0;
  for (const { name, value } of stale) {
    const sealed = stored(db, name, openStored(db, name, value));
    count += await db.count(sql`update secrets set value = ${sealed} where name = ${name} and value = ${value}`);
  }
  return count;
}

/** A value that tells which key this database is sealed with, and whether a given one fits. */
const checkName = "key_check";
const checkText = "banter";

/** The sealed check value; undefined if nothing was ever sealed in this database. */
export async function findKeyCheck(db: Db): Promise<{ keyId: string; sealed: string } | undefined> {
  const found = await db.find<{ value: Buffer }>(sql`select value from secrets where name = ${checkName}`);
  const sealed = found?.value.toString();
  return sealed === undefined ? undefined : { keyId: keyIdOf(sealed) ?? "", sealed };
}

export function fitsKeyCheck({ sealer }: Db, sealed: string): boolean {
  try {
    return sealer.open(sealed, placeOf(checkName)) === checkText;
  } catch {
    return false;
  }
}

/** Seals the first check value. If several processes do so at once, the first one counts. */
export async function insertKeyCheck(db: Db): Promise<void> {
  await db.count(
    sql`insert into secrets (name, value) values (${checkName}, ${sealedCheck(db)}) on conflict do nothing`,
  );
}

/** Makes the sealer's key the one that all nodes seal with. Returns false if `sealed` is no longer the check value. */
export async function replaceKeyCheck(db: Db, sealed: string): Promise<boolean> {
  const replaced = await db.count(sql`
    update secrets set value = ${sealedCheck(db)} where name = ${checkName} and value = ${Buffer.from(sealed)}`);
  return replaced > 0;
}

const sealedCheck = ({ sealer }: Db) => Buffer.from(sealer.seal(checkText, placeOf(checkName)));
