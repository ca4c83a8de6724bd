import { fileURLToPath } from "node:url";
import { type Browser, type Member, signedIn } from "../../../server/test/people.ts";
import type { Customers } from "../../load/customers.ts";
import type { Place, Scratch } from "../../place.ts";
import { type Server, startServer } from "../../server.ts";

/**
 * A database with pages and many customers, a member of their workspace, and the customers who chat on other pages and on
 * that of the Messenger broadcast.
 */
export type Hall = { scratch: Scratch; owner: Member; chat: Customers; ownChat: Customers };

const noPace = fileURLToPath(new URL("../../platform/no-pace.ts", import.meta.url));

/** Starts the server without Messenger's pace, and signs the member in. */
export async function openHall(
  place: Place,
  { scratch, owner }: Hall,
): Promise<{ server: Server; api: Browser["api"] }> {
  const settings = { NODE_OPTIONS: `--import=${noPace}` };
  const server = await startServer(place, { databaseUrl: scratch.url, settings });
  place.undo.add(server.stop);
  const { api } = await signedIn(`http://127.0.0.1:${server.port}`, owner);
  return { server, api };
}

type Progress = { state: string; error: string | null; done: number };

/** How far a broadcast or a job is, from the table: a server that is busy refuses calls of the API. */
export async function progressOf(
  { scratch: { db } }: Hall,
  table: "broadcasts" | "customer_jobs",
  id: number,
): Promise<Progress> {
  const { rows } = await db.pool.query<Progress>(`select state, error, done from ${table} where id = $1`, [id]);
  const [found] = rows;
  if (!found || found.state === "failed") throw new Error(`It has failed: ${found?.error}`);
  return found;
}

/** True while mail of the page is due. */
export async function hasDueMail({ scratch: { db } }: Hall, pageId: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ has: boolean }>(
    "select exists (select from mailbox where page_id = $1 and due_at <= now()) as has",
    [pageId],
  );
  return rows[0]?.has === true;
}

/** How many of the page's customers have the message that begins so, and how many have it more than once. */
export async function countGotten({ scratch: { db } }: Hall, pageId: string, code: string): Promise<Gotten> {
  const client = await db.pool.connect();
  try {
    // With a million messages it takes longer than a server lets a statement run.
    await client.query("set statement_timeout = 0");
    const { rows } = await client.query<Gotten>(
      `select count(*)::float8 as customers, count(*) filter (where messages > 1)::float8 as twice
         from (select count(*) as messages from messages
                where page_id = $1 and starts_with(content ->> 'text', $2) group by psid) as gotten`,
      [pageId, `${code}:`],
    );
    return rows[0] ?? { customers: 0, twice: 0 };
  } finally {
    client.release(true);
  }
}

type Gotten = { customers: number; twice: number };

export const say = (text: string) => ({ messages: [{ type: "text" as const, text }] });
