import type { Db } from "../store/db/db.ts";
import { listLatePages, listParkedCounts } from "../store/health/lateness.ts";
import { listLivingNodes } from "../store/runtime/nodes.ts";
import { type Diagnosis, fail, ok, warn } from "./finding.ts";

/** Servers that run, and work that waits for one. */
export async function checkWork(db: Db): Promise<Diagnosis[]> {
  const nodes = await listLivingNodes(db);
  const [late, parked] = [await listLatePages(db), await listParkedCounts(db)];
  return [
    nodes.length === 0
      ? warn("server", "No server runs on this database.", "Start it; customers get no answers meanwhile.")
      : ok("server", `${nodes.length} running: ${nodes.map(({ baseUrl }) => baseUrl).join(", ")}`),
    ...late.map(({ pageId, seconds }) =>
      (nodes.length === 0 ? warn : fail)(
        `page ${pageId}`,
        `Mail has waited for ${seconds} s.`,
        "Look for the page in the server's log; restart the server if it does not catch up.",
      ),
    ),
    ...parked.map(({ pageId, count }) =>
      warn(`page ${pageId}`, `${count} events could not be handled.`, `See: banter parked --page ${pageId}`),
    ),
  ];
}
