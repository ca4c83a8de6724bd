import type { Deps } from "../../deps.ts";
import { sharedStatement } from "../../store/db/shared-statement.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { addToDays } from "../../store/statistics/statistics-days.ts";

/** Counts openings of growth tools' links. Those that come at the same time share a statement. */
export function openingCounter({ db }: Pick<Deps, "db">): (pageId: string, toolId: number) => Promise<void> {
  const count = sharedStatement<{ pageId: string; toolId: number }, void>({
    maxRunning: 1,
    run: async (openings) => {
      const at = Math.floor(databaseNow() / 1000);
      const rows = openings.map(({ pageId, toolId }) => ({
        ...{ page_id: pageId, what: "tool_open", key: String(toolId) },
        ...{ at, count: 1 },
      }));
      await addToDays(db, rows);
      return openings.map(() => undefined);
    },
  });
  return (pageId, toolId) => count({ pageId, toolId });
}
