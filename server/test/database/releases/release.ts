import { readFileSync } from "node:fs";
import type { Test } from "@banter/core/test/at-end.ts";
import type { Telegram, Update } from "../../platforms/telegram/stand-in.ts";
import { freshDatabase } from "../database.ts";
import { onServer } from "../template.ts";

/** An installation of an earlier release at the moment it was killed, as people outside knew it. */
export type Release = {
  version: string;
  commit: string;
  /** When the release was killed. */
  madeAt: string;
  telegram: {
    pageId: string;
    token: string;
    botId: number;
    /** The messages that the customers' phones show. */
    sent: Telegram["sent"];
    lastUpdateId: number;
    /** An update that was accepted. */
    accepted: Update;
  };
  /** A send of the public API that was accepted. */
  send: { key: string; body: object };
  webchat: { pageId: string; token: string; visitorToken: string };
  member: { email: string; password: string; cookies: [name: string, value: string][] };
};

/** Addresses in the dump that the restored installation reaches its surroundings by. */
export const places = {
  telegram: "http://telegram.invalid",
  lookup: "http://lookup.invalid",
  server: "http://banter.invalid",
};

/** How long the installation was down. Its request is not given up yet, and its retries are due soon. */
const downSeconds = 20;

export function readRelease(version: string): Release {
  return JSON.parse(readFileSync(new URL(`./${version}.json`, import.meta.url), "utf8"));
}

/** A database with the release's data, as if the release had been killed a moment ago. Returns its address. */
export async function restoreRelease(
  t: Test,
  { version, madeAt }: Release,
  origins: Partial<Record<keyof typeof places, string>>,
): Promise<string> {
  let dump = readFileSync(new URL(`./${version}.sql`, import.meta.url), "utf8");
  for (const [name, origin] of Object.entries(origins))
    dump = dump.replaceAll(places[name as keyof typeof places], origin);
  const url = await freshDatabase(t);
  await onServer(url, async (client) => {
    await client.query("drop schema public cascade; create schema public");
    await client.query(dump);
    await moveTimes(client, (Date.now() - Date.parse(madeAt)) / 1000 - downSeconds);
  });
  return url;
}

async function moveTimes(client: Client, seconds: number): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('update %I set ', table_name)
              || string_agg(format('%I = %1$I + make_interval(secs => $1)', column_name), ', ') as statement
       from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp with time zone'
      group by table_name`,
  );
  for (const { statement } of rows) await client.query(statement, [seconds]);
}

type Client = Parameters<Parameters<typeof onServer>[1]>[0];
