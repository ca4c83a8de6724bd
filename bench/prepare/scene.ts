import type { PageFile } from "@banter/core/page-file/schema.ts";
import { isClustered } from "../../server/test/database/citus.ts";
import type { BenchPage, Customers } from "../load/customers.ts";
import { closeTemplate, openScratch, type Place, type Scratch } from "../place.ts";
import { type Server, type Starting, startServer } from "../server.ts";
import type { Tree } from "../tree.ts";
import { copyCustomers, vacuumAndFlush } from "./copies.ts";
import { answerAt, benchPage } from "./page-file.ts";
import { repeated, writeTemplates } from "./template.ts";

/** A database with pages and stored customers, ready for a server. */
export type Scene = {
  scratch: Scratch;
  customers: Customers;
  /** The customers that were copied. */
  psids: string[];
  start(starting?: Omit<Starting, "databaseUrl">): Promise<Server>;
};

export type SceneOptions = {
  name: string;
  pages: number;
  /** Number of stored customers, with ten messages each. */
  stored: number;
  file?: Partial<PageFile>;
  /** The texts that stored customers have written. */
  asked?: { text: string; codes: readonly string[] }[];
};

/** Five questions, two answers to each. */
const tenMessages = repeated(answerAt, 5);

/** Prepares a scene once; each job gets a copy of its database. */
export async function openScene(place: Place, { name, ...options }: SceneOptions, tree = place.tree): Promise<Scene> {
  const key = JSON.stringify([options, tree.root]);
  if (!prepared.has(key)) prepared.set(key, await prepareScene(place, `scene_${prepared.size}`, options, tree));
  const { database, pages, psids } = prepared.get(key) as Prepared;
  const scratch = await openScratch(place, name, { from: database, tree });
  const customers = { pages, storedPerPage: Math.ceil(options.stored / options.pages) };
  const start: Scene["start"] = async (starting = {}) => {
    const server = await startServer(place, { databaseUrl: scratch.url, tree, ...starting });
    place.undo.add(server.stop);
    return server;
  };
  return { scratch, customers, psids, start };
}

type Prepared = { database: string; pages: BenchPage[]; psids: string[] };
const prepared = new Map<string, Prepared>();

async function prepareScene(
  place: Place,
  name: string,
  options: Omit<SceneOptions, "name">,
  tree: Tree,
): Promise<Prepared> {
  const { pages: count, stored, file = benchPage(100), asked = tenMessages } = options;
  const { platform } = place;
  const scratch = await openScratch(place, name, { tree });
  const pages = await tree.makeMessengerPages(scratch.db, { count, origin: platform.origin, file });
  const psids = stored > 0 ? await writeCustomers(place, scratch, { pages, asked, tree }) : [];
  await scratch.close();
  await closeTemplate(place.url, `bench_${name}`);
  // Copies are made by statements that join many pages, which a cluster refuses.
  if (stored > 0 && !isClustered) await copyCustomers(scratch.url, { psids, from: 0, to: Math.ceil(stored / count) });
  else if (!isClustered) await vacuumAndFlush(scratch.url);
  return { database: `bench_${name}`, pages, psids };
}

/** The customers to copy. */
async function writeCustomers(
  place: Place,
  { db, url }: Scratch,
  { pages, asked, tree }: { pages: BenchPage[]; asked: NonNullable<SceneOptions["asked"]>; tree: Tree },
): Promise<string[]> {
  const server = await startServer(place, { databaseUrl: url, tree });
  place.undo.add(server.stop);
  const psids = await writeTemplates(db, place.platform, { port: server.port, pages, asked });
  await server.stop();
  return psids;
}
