import { type Counts, newsCounter } from "../../domain/statistics/counts.ts";
import { saveCounts } from "../../domain/statistics/save-counts.ts";
import type { DigestPart } from "./part.ts";

/** The numbers of pages over time. */
export const statisticsPart: DigestPart<Counts> = {
  name: "statistics",
  gather() {
    const counter = newsCounter();
    return { add: counter.add, rows: () => [counter.result()] };
  },
  async write(db, rows) {
    for (const counts of rows) await saveCounts(db, counts);
  },
};
