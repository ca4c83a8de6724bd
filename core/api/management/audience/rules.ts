import { z } from "zod";
import { PageRule, RuleForm } from "../../../flow/audience/page-rule.ts";
import { ruleDeeds } from "../../../flow/trace.ts";
import { Id, WireId } from "../../../model/id.ts";
import { Name } from "../../../model/names.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inRule = inPage.extend({ rule_id: WireId });

const RuleInfo = RuleForm.extend({
  id: Id,
  /** How often it did something within 30 days, and how often it was stopped because it would have gone on for ever. */
  done: z.int(),
  looped: z.int(),
  /** The rules, flows and sequences through which it would set itself off again, beginning with it; empty if it would not. */
  loop: z.array(z.strictObject({ type: z.enum(["rule", "flow", "sequence"]), id: Id, name: z.string() })),
});
export type RuleInfo = z.infer<typeof RuleInfo>;

/** When something happens to a customer, something is done. */
export const rules = {
  "GET /pages/:page_id/rules": {
    scope: "page",
    permission: "look",
    summary: "List rules",
    description: "The page's rules in the owner's order, with how often they did something.",
    params: inPage,
    reply: z.strictObject({ rules: z.array(RuleInfo) }),
  },
  "POST /pages/:page_id/rules": {
    scope: "page",
    permission: "build",
    audit: "rule_created",
    summary: "Create a rule",
    description:
      "`when` something happens to a customer and `if` the condition holds, `do` the actions or start the flow. `often` says how often for one customer. Rules may set each other off; one that would run twice at once is stopped, and its log tells. `loop` warns of it before: it is the way on which the rule would set itself off again, through other rules, flows and sequences.",
    params: inPage,
    body: RuleForm,
    reply: RuleInfo,
    errors: ["conflict"],
  },
  "GET /pages/:page_id/rules/:rule_id": {
    scope: "page",
    permission: "look",
    summary: "Get a rule",
    description: "What it waits for and does.",
    params: inRule,
    reply: RuleInfo,
    errors: ["not_found"],
  },
  "PATCH /pages/:page_id/rules/:rule_id": {
    scope: "page",
    permission: "build",
    audit: "rule_changed",
    summary: "Change a rule",
    description: "Changes what is given. What it has done for customers still counts for `once` and `once_per`.",
    params: inRule,
    body: PageRule.extend({ name: Name, is_on: z.boolean() }).partial(),
    reply: RuleInfo,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/rules/:rule_id": {
    scope: "page",
    permission: "build",
    audit: "rule_deleted",
    summary: "Delete a rule",
    description: "With its log.",
    params: inRule,
    reply: Done,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/rules/:rule_id/log": {
    scope: "page",
    permission: "look",
    summary: "List what a rule did",
    description:
      "To whom and when, newest first, while the reasons of replies are kept. `next` is the cursor of the next page.",
    params: inRule,
    query: z.strictObject({
      cursor: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.strictObject({
      entries: z.array(
        z.strictObject({
          at: Time,
          psid: z.string(),
          name: z.string().nullable(),
          did: z.enum(ruleDeeds),
          /** Why it failed or was withheld. */
          why: z.string().nullable(),
        }),
      ),
      next: z.int().nullable(),
    }),
    errors: ["not_found"],
  },
} satisfies ManagementContract;
