import type { CheckedRule } from "../trace.ts";
import { judge, type SegmentFacts } from "./judge-rule.ts";
import type { SegmentCondition } from "./rule.ts";

/** Keeps the trace small. */
const maxTracedRules = 5;

/** True if the rules hold together, and the rules that decided. */
export type Verdict = { holds: boolean; reason: CheckedRule[] };

/** Joins the verdicts of rules: all must hold, or one is enough. */
export function joinVerdicts(
  match: "all" | "any",
  verdicts: readonly { isTrue: boolean; checked: CheckedRule }[],
): Verdict {
  const holds = verdicts[match === "all" ? "every" : "some"](({ isTrue }) => isTrue);
  // The rules that decided: if all must hold, those that are false; if one is enough, those that are true.
  const reason = verdicts
    .filter(({ isTrue }) => isTrue === holds)
    .slice(0, maxTracedRules)
    .map(({ checked }) => checked);
  return { holds, reason };
}

/** Decides for one customer if they are in the segment. */
export function judgeSegment({ match, rules }: SegmentCondition, facts: SegmentFacts): Verdict {
  return joinVerdicts(
    match,
    rules.map((rule) => judge(rule, facts)),
  );
}
