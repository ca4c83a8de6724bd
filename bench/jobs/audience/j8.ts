import { ensureWorkspace } from "../../../server/domain/pages/pages.ts";
import { aMember } from "../../../server/test/people.ts";
import type { BenchPage } from "../../load/customers.ts";
import { closeTemplate, openScratch } from "../../place.ts";
import { type AudiencePage, fillMessengerPage, makeWebPage } from "../../prepare/audience.ts";
import { vacuumAndFlush } from "../../prepare/copies.ts";
import { openScene } from "../../prepare/scene.ts";
import type { Bench } from "../pairs.ts";
import { type BroadcastFigure, runBroadcast } from "./broadcast.ts";
import { type EntryFigure, runEntry } from "./entry.ts";
import type { Hall } from "./hall.ts";
import { runSegment, type SegmentFigure } from "./segment.ts";

/** Parts that were not measured yet have no entry. */
export type AudienceResult = { broadcasts: BroadcastFigure[]; segment?: SegmentFigure; entry?: EntryFigure };

/** The page of the broadcast, and those on which customers chat meanwhile. */
const messengerPages = 4;

/**
 * J8: a segment of ten conditions is counted, a broadcast goes to all customers of a Messenger and of a web chat page,
 * and customers enter a sequence while the server is killed.
 */
export async function runJ8(bench: Bench, result: AudienceResult): Promise<void> {
  const { place, plan } = bench;
  const scene = await openScene(place, { name: "j8_made", pages: messengerPages, stored: plan.stored });
  const { db, url } = scene.scratch;
  const [first, ...chatPages] = scene.customers.pages;
  if (!first) throw new Error("The scene has no pages.");
  process.stderr.write(`  storing ${plan.audience} customers on two pages\n`);
  const pages: AudiencePage[] = [
    await fillMessengerPage(db, first, plan.audience),
    await makeWebPage(db, plan.audience),
  ];
  const entryPage = await makeWebPage(db, plan.entering);
  const owner = await aMember({ db }, { workspaceId: await ensureWorkspace(db) });
  await vacuumAndFlush(url);
  await scene.scratch.close();
  await closeTemplate(place.url, "bench_j8_made");
  // A copy, of which PostgreSQL has nothing in its buffers yet.
  const scratch = await openScratch(place, "j8", { from: "bench_j8_made" });
  const on = (pages: BenchPage[]) => ({ ...scene.customers, pages });
  const hall: Hall = { scratch, owner, chat: on(chatPages), ownChat: on([first]) };

  process.stderr.write("  a segment\n");
  result.segment = await runSegment(bench, hall, pages[0] as AudiencePage);
  for (const page of pages) {
    process.stderr.write(`  a broadcast on ${page.id}\n`);
    result.broadcasts.push(await runBroadcast(bench, hall, page));
  }
  process.stderr.write("  a sequence\n");
  result.entry = await runEntry(bench, hall, entryPage);
  await scratch.drop();
  await scene.scratch.drop();
}
