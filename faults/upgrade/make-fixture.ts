import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { places } from "../../server/test/database/releases/release.ts";
import { ownRoot } from "../world/node.ts";
import { startPostgres } from "../world/postgres.ts";
import type { Checkout } from "./checkout.ts";
import { dumpDatabase } from "./dump.ts";
import { playStory } from "./story.ts";

type Test = Parameters<typeof startPostgres>[0];

/**
 * Runs the release, kills it in the middle of its work, and writes its database to server/test/database/releases, from
 * which `npm test` upgrades it.
 */
export async function makeFixture(t: Test, checkout: Checkout): Promise<void> {
  const postgres = await startPostgres(t);
  const { release, origins } = await playStory(t, checkout, postgres.url);
  let dump = await dumpDatabase(postgres.url, findMigrations(checkout.root));
  for (const [place, origin] of Object.entries(origins)) {
    dump = dump.replaceAll(origin, places[place as keyof typeof places]);
  }
  const folder = join(ownRoot, "server", "test", "database", "releases");
  writeFileSync(join(folder, `${release.version}.sql`), dump);
  writeFileSync(join(folder, `${release.version}.json`), `${JSON.stringify(release, null, 2)}\n`);
  process.stdout.write(`Wrote server/test/database/releases/${release.version}.sql and .json.\n`);
}

/** They have moved since the first release. */
function findMigrations(root: string): string {
  const places = [join(root, "server", "store", "db", "migrations"), join(root, "server", "store", "migrations")];
  const found = places.find((place) => {
    try {
      return readdirSync(place).length > 0;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error("The release has no folder of migrations.");
  return found;
}
