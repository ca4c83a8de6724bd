import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { joinVerdicts } from "../conditions/judge-condition.ts";
import { judge } from "../conditions/judge-rule.ts";
import { Rule } from "../conditions/rule.ts";
import { defineStep } from "./define.ts";
import { fail, leave } from "./outcome.ts";
import { fieldPart, joinParts, objectsIn, type SummaryLine, type SummaryPart, textOf } from "./summary.ts";

/**
 * Takes the exit "yes" or "no", depending on the customer, the time and the channel. It asks all that a segment asks and
 * that the turn knows without a look-up.
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
    const facts = { ...context, ...context.customerFacts(), tags: context.customer.tags };
    for (const rule of rules) {
      verdicts.push(judge(rule, facts));
      if (!context.work(0)) return fail("too_much_work");
    }
    const { holds, reason } = joinVerdicts(match, verdicts);
    return { ...leave(holds ? "yes" : "no"), reason };
  },
});

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
    case "locale": {
      const locales = Array.isArray(rule.locales) ? rule.locales.map(textOf).join(", ") : "";
      return unless(rule.is, { word: "speaks", values: { locales } });
    }
    case "last_active":
      return unless(rule.within, { word: "activeWithin", values: { days: textOf(rule.days) } });
    case "first_seen":
      return unless(rule.within, { word: "cameWithin", values: { days: textOf(rule.days) } });
    case "sequence": {
      const sequence = { kind: "sequence", id: rule.sequence_id, otherwise: "…" } as const;
      return unless(rule.runs, { word: "inSequence", values: { sequence } });
    }
    case "subscription":
      return unless(rule.is, { word: rule.subscription === "unsubscribed" ? "refusesNews" : "wantsNews" });
    case "reach":
      return unless(rule.is, {
        word: rule.reach === "blocked" ? "isBlocked" : rule.reach === "unreachable" ? "isUnreachable" : "isOpen",
      });
    default: {
      const channels = Array.isArray(rule.channels) ? rule.channels : [];
      return joinParts(
        channels.map((channel) => ({ option: textOf(channel) })),
        ", ",
      );
    }
  }
}

const unless = (holds: unknown, what: SummaryPart): SummaryPart =>
  holds === false ? { word: "not", values: { what } } : what;
