import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { defineStep } from "./define.ts";
import { judge } from "./judge-rule.ts";
import { fail, leave } from "./outcome.ts";
import { Rule } from "./rule.ts";
import { fieldPart, joinParts, objectsIn, type SummaryLine, textOf } from "./summary.ts";

/**
 * Takes the exit "yes" or "no", depending on the customer, the time and the channel.
 *
 *     { "type": "condition", "match": "all",
 *       "rules": [{ "type": "tag", "tag_id": 3, "has": true },
 *                 { "type": "field", "field": "size", "operator": "equals", "value": "M" },
 *                 { "type": "time", "hours": [{ "days": ["mon"], "from": "08:00", "to": "17:30" }] },
 *                 { "type": "channel", "channels": ["webchat"] }],
 *       "next": { "yes": "offer", "no": null } }
 */
export const condition = defineStep({
  type: "condition",
  title: "Check a condition",
  settings: z.strictObject({
    match: z.enum(["all", "any"]).meta({ label: "Must hold" }),
    rules: z.array(Rule).min(1).max(20).meta({ label: "Rules" }),
  }),
  exits: ["yes", "no"],
  blank: { match: "all", rules: [{ type: "tag", tag_id: null, has: true }] },
  summary: ({ match, rules }) => ({
    heading: { word: match === "any" ? "any" : "all" },
    lines: objectsIn(rules).map(ruleLine),
  }),
  needsExit: () => true,
  run(context) {
    const { match, rules } = context.step;
    const verdicts: ReturnType<typeof judge>[] = [];
    for (const rule of rules) {
      verdicts.push(judge(rule, context));
      if (!context.work(0)) return fail("too_much_work");
    }
    const isYes = verdicts[match === "all" ? "every" : "some"](({ isTrue }) => isTrue);
    // The rules that decided: if all must hold, those that are false; if one is enough, those that are true.
    const reason = verdicts
      .filter(({ isTrue }) => isTrue === isYes)
      .slice(0, maxTracedRules)
      .map(({ checked }) => checked);
    return { ...leave(isYes ? "yes" : "no"), reason };
  },
});

/** Keeps the trace small. */
const maxTracedRules = 5;

function ruleLine(rule: JsonObject): SummaryLine {
  switch (rule.type) {
    case "tag":
      return {
        word: rule.has === false ? "hasNoTag" : "hasTag",
        values: { tag: { kind: "tag", id: rule.tag_id, otherwise: "…" } },
      };
    case "field":
      return joinParts([fieldPart(rule.field), { option: textOf(rule.operator) }, textOf(rule.value)], " ");
    case "time":
      return { word: "within" };
    default: {
      const channels = Array.isArray(rule.channels) ? rule.channels : [];
      return joinParts(
        channels.map((channel) => ({ option: textOf(channel) })),
        ", ",
      );
    }
  }
}
