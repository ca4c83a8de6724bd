import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { places } from "../../server/test/database/releases/release.ts";
import { ownRoot } from "../world/node.ts";
import { startPostgres } from "../world/postgres.ts";
import { checkOut } from "./checkout.ts";
import { dumpDatabase } from "./dump.ts";
import { playStory } from "./story.ts";

// npm run upgrade:fixture -- v0.1.0: runs that release, kills it in the middle of its work, and writes its database to
// server/test/database/releases, from which `npm test` upgrades it. Needs the repository's history.
const [name = ""] = process.argv.slice(2);
const boundMs = 15 * 60_000;
const endings: (() => Promise<unknown>)[] = [];
const t = { after: (work: () => Promise<unknown>) => void endings.push(work) };

const timer = setTimeout(() => {
  process.stderr.write("The release was not done in time.\n");
  process.exit(1);
}, boundMs);
try {
  if (name === "") throw new Error("Usage: npm run upgrade:fixture -- <tag or commit of a release>");
  await makeFixture();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  for (const work of endings.reverse()) await work();
  clearTimeout(timer);
}

async function makeFixture(): Promise<void> {
  const checkout = await checkOut(t, name);
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
