import type { Violation } from "./check/rules.ts";
import type { Outcome, Scenario } from "./scenario.ts";

const common = ["accepted", "delivered", "timers", "repeats", "refused", "unanswered"];
const maxShown = 3;

/** Prints the results as in docs/reliability.md. */
export function printTable(
  { scenarios, seed }: { scenarios: Pick<Scenario, "name">[]; seed: number },
  outcomes: Outcome[],
): void {
  console.log(`\nSEED=${seed}\n`);
  console.log(`| scenario | result | s | ${common.join(" | ")} | also |`);
  console.log(`|---|---|---|${common.map(() => "---|").join("")}---|`);
  for (const [index, { name }] of scenarios.entries()) {
    const outcome = outcomes[index];
    if (!outcome) console.log(`| ${name} | not run |`);
    else
      console.log(
        `| ${name} | ${resultOf(outcome)} | ${outcome.seconds} | ${figuresOf(outcome)} | ${notesOf(outcome)} |`,
      );
  }
}

export function printViolations(outcomes: Outcome[]): void {
  for (const { name, violations } of outcomes) {
    for (const [kind, found] of kindsIn(violations)) {
      console.log(`\n${name}: ${found.length} × ${kind}`);
      for (const { text } of found.slice(0, maxShown)) console.log(`  ${text}`);
    }
  }
}

export function resultOf({ violations }: Pick<Outcome, "violations">): string {
  const kinds = [...kindsIn(violations)].map(([kind, found]) => `${found.length} × ${kind}`);
  return kinds.length === 0 ? "held" : `**${kinds.join(", ")}**`;
}

const kindsIn = (violations: Violation[]) => Map.groupBy(violations, ({ kind }) => kind);

const figuresOf = ({ notes }: Outcome) => common.map((name) => notes[name] ?? 0).join(" | ");

const notesOf = ({ notes }: Outcome) =>
  Object.entries(notes)
    .filter(([name]) => !common.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join("; ");
