import { z } from "zod";
import { severityOf } from "../../../flow/problem.ts";
import { Id, WireId } from "../../../model/id.ts";
import { text } from "../../../model/text.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";
import { Period } from "../statistics.ts";
import { LanguageTag } from "./conversation-help.ts";
import { Refusal } from "./models.ts";

const Draft = z.record(z.string(), z.unknown());
const Fault = z.strictObject({ path: z.string(), message: z.string() });

const Problem = Fault.extend({
  severity: z.enum(["error", "warning"]),
  code: z.enum(Object.keys(severityOf) as [keyof typeof severityOf]),
  step: z.string().optional(),
});

/** The model's answers were not usable, although it was told what is wrong. */
const Useless = z.strictObject({ ok: z.literal(false), reason: z.literal("useless_draft"), faults: z.array(Fault) });

/**
 * A language model helps those who build. Its proposals pass the checks that every draft passes, and nothing is stored:
 * the owner sees the difference and takes it, or not.
 */
export const authoring = {
  "POST /pages/:page_id/flows/proposal": {
    scope: "page",
    permission: "build",
    audit: "flow_proposed",
    commitsAlone: true,
    summary: "Draft a flow from a description",
    description:
      "A draft by the page's first model for conversations: a new flow or, with `flow_id`, a change of that one. It can run; `unknown` lists names that the page does not have, which are left open. A model whose answer cannot be used is told why and asked again, at most twice; then the reason is `useless_draft`. Nothing is stored. `conflict`: the page has no such model, or the flow is too long.",
    params: inPage,
    body: z.strictObject({ text: text(4000), flow_id: WireId.optional() }),
    reply: z.union([
      z.strictObject({
        ok: z.literal(true),
        name: z.string().nullable(),
        draft: Draft,
        problems: z.array(Problem),
        unknown: z.array(z.strictObject({ kind: z.string(), name: z.string(), path: z.string() })),
      }),
      Useless,
      Refusal,
    ]),
    errors: ["flow_not_found", "conflict", "rate_limited"],
  },
  "POST /pages/:page_id/flows/:flow_id/translation": {
    scope: "page",
    permission: "build",
    audit: "flow_translated",
    commitsAlone: true,
    summary: "Translate a flow",
    description:
      "The flow's draft with the words that customers read in another language: messages, buttons, choices. Variables and addresses stay as they are; `kept` lists texts whose translation has lost one, or does not fit, and which stay in their language. Nothing is stored. `conflict`: the page has no model for conversations, or the flow has no words, or too many.",
    params: inPage.extend({ flow_id: WireId }),
    body: z.strictObject({ language: LanguageTag }),
    reply: z.discriminatedUnion("ok", [
      z.strictObject({ ok: z.literal(true), draft: Draft, problems: z.array(Problem), kept: z.array(z.string()) }),
      Refusal,
    ]),
    errors: ["flow_not_found", "conflict", "rate_limited"],
  },
  "POST /pages/:page_id/keywords/suggestions": {
    scope: "page",
    permission: "build",
    audit: "keywords_suggested",
    commitsAlone: true,
    summary: "Suggest keywords",
    description:
      "At most ten keywords for the newest 2,000 messages of the period that no keyword and no question took, by the page's first model for conversations. `hits` and `examples` tell which of these messages a keyword would take, as whole words; phrases that take none are left out. Nothing is stored. `conflict`: the page has no such model.",
    params: inPage,
    body: Period,
    reply: z.discriminatedUnion("ok", [
      z.strictObject({
        ok: z.literal(true),
        examined: z.int(),
        keywords: z.array(
          z.strictObject({
            name: z.string(),
            phrases: z.array(z.string()),
            flow_id: Id.nullable(),
            hits: z.int(),
            examples: z.array(z.string()),
          }),
        ),
      }),
      Refusal,
    ]),
    errors: ["conflict", "rate_limited"],
  },
} satisfies ManagementContract;
