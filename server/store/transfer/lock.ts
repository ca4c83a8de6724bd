import { lockMigrations } from "../db/migrate.ts";
import { connectClient } from "./client.ts";
import { markMoved } from "./moved.ts";

export type DatabaseLock = {
  /** No server starts on the database from now on. */
  markMoved(place: string): Promise<void>;
  release(): Promise<void>;
};

/** Keeps servers from starting on a database until it is released. */
export async function lockDatabase(url: string): Promise<DatabaseLock> {
  const client = await connectClient(url);
  await lockMigrations(client).catch(async (error) => {
    await client.end();
    throw error;
  });
  return { markMoved: (place) => markMoved(client, place), release: () => client.end() };
}
