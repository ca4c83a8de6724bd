import type { SequenceReport } from "@banter/core/api/management/audience/sequences.ts";
import type { Deps } from "../../deps.ts";
import type { Sequence } from "../../store/audience/sequences.ts";
import { readStepCounters } from "../../store/runtime/step-statistics.ts";
import { sumByKey } from "../../store/statistics/statistics-days.ts";
import { countSegment } from "./members.ts";

const allDays = { from: "0001-01-01", to: "9999-12-31" };

const names = {
  entered: "sequence_entered",
  answered: "sequence_answered",
  skipped: "sequence_skipped",
  left: "sequence_left",
  finished: "sequence_finished",
} as const;

/** The numbers of a sequence. Those of its messages are kept as the numbers of a flow's steps. */
export async function readSequenceReport(
  deps: Pick<Deps, "db" | "channels">,
  pageId: string,
  { id, steps }: Pick<Sequence, "id" | "steps">,
): Promise<SequenceReport> {
  const { db } = deps;
  const counters = await readStepCounters(db, pageId, id);
  const deeds = await readDeeds(deps, pageId, id);
  const inside = { type: "sequence", sequence_id: id, runs: true } as const;
  return {
    entered: deeds.sum("entered"),
    inside: (await countSegment(deps, pageId, { match: "all", rules: [inside] })).count,
    finished: deeds.sum("finished"),
    left: deeds.byReason("left"),
    steps: steps.map((step) => {
      const { entered = 0, sent = 0, delivered = 0, seen = 0, clicked = 0 } = counters.get(step.id) ?? {};
      return {
        ...{ id: step.id, reached: entered, sent, delivered, seen, clicked },
        answered: deeds.sum("answered", step.id),
        skipped: deeds.byReason("skipped", step.id),
        left: deeds.sum("left", step.id),
      };
    }),
  };
}

/** Counts of everything that happened to customers in the sequence. Their keys are `id step reason`. */
async function readDeeds({ db }: Pick<Deps, "db">, pageId: string, id: number) {
  const sums = (await sumByKey(db, pageId, Object.values(names), allDays)).map(({ what, key, count }) => {
    const [sequence = "", step = "", reason = ""] = key.split(" ");
    return { what, sequence, step, reason, count };
  });
  const of = (name: keyof typeof names, step?: string) =>
    sums.filter(
      (row) => row.what === names[name] && row.sequence === String(id) && (step === undefined || row.step === step),
    );
  return {
    sum: (name: keyof typeof names, step?: string) => of(name, step).reduce((all, { count }) => all + count, 0),
    byReason(name: keyof typeof names, step?: string): Record<string, number> {
      const reasons: Record<string, number> = {};
      for (const { reason, count } of of(name, step)) reasons[reason] = (reasons[reason] ?? 0) + count;
      return reasons;
    },
  };
}
