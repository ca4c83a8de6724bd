import { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import type { DraftStep } from "../../builder/edit/draft.ts";
import { type Condition, wholeSegment } from "../../frame/conditions/condition.ts";
import type { Broadcast, Spec } from "../queries.ts";
import { blankMessage, sentOf, stepOf } from "../sent.ts";

type KeptSpec = Broadcast["spec"];
type SpecVariant = Spec["variants"][number];

export type AudienceDraft =
  | { type: "all" }
  | { type: "segment"; segmentId: number | null }
  | { type: "condition"; condition: Condition }
  | { type: "psids"; text: string };

/** A broadcast while it is edited. Its variants lie in the draft of steps, under these ids. */
export type BroadcastDraft = {
  name: string;
  audience: AudienceDraft;
  variants: VariantDraft[];
  outside: Spec["outside"];
  when: NonNullable<Spec["when"]>;
  perMinute: number | null;
  test: NonNullable<Spec["test"]> | null;
  unsubscribe: string;
};

/** `messageTag`: the platform's tag, if the variant is content. */
type VariantDraft = { id: string; messageTag?: string };
type Steps = Readonly<Record<string, DraftStep>>;

export const letters = ["A", "B", "C", "D"];

/** The next id that no variant has. */
export const newVariant = (variants: readonly VariantDraft[]): VariantDraft => ({
  id: letters.find((letter) => !variants.some(({ id }) => id === letter)) ?? "",
});

export const newDraft = (name: string, unsubscribe: string): BroadcastDraft => ({
  ...{ name, audience: { type: "all" }, variants: [newVariant([])], outside: null, when: { type: "now" } },
  ...{ perMinute: null, test: null, unsubscribe },
});

export const usualTest = { share: 20, hours: 4, goal: "clicked" } as const;

/** The psids of a pasted or loaded list: the first column of each line. A heading is left out. */
export function readPsids(text: string): string[] {
  const cells = text.split(/\r?\n/).map((line) => (line.split(/[,;\t]/)[0] ?? "").trim().replace(/^"(.*)"$/, "$1"));
  return [...new Set(cells.filter((cell) => cell !== "" && cell.toLowerCase() !== "psid"))];
}

/** The broadcast in the form of the API; undefined while something is missing. */
export function specOf(draft: BroadcastDraft, steps: Steps): Spec | undefined {
  const audience = audienceOf(draft.audience);
  if (!audience) return undefined;
  const spec = {
    ...{ audience, outside: draft.outside ?? null, when: draft.when, per_minute: draft.perMinute },
    variants: draft.variants.map((variant) => variantOf(variant, steps)),
    test: draft.variants.length > 1 ? draft.test : null,
    unsubscribe: draft.unsubscribe.trim() === "" ? null : draft.unsubscribe.trim(),
  } as Spec;
  return BroadcastSpec.safeParse(spec).success ? spec : undefined;
}

/** For the forecast, which does not depend on the words: a variant that is not finished counts as some text. */
export function forecastSpecOf(draft: BroadcastDraft, steps: Steps): Spec | undefined {
  const whole = { ...draft, test: null };
  const isFinished = (variant: VariantDraft) => specOf({ ...whole, variants: [variant] }, steps) !== undefined;
  const filled = draft.variants.map((variant) => [variant.id, isFinished(variant) ? steps[variant.id] : someText]);
  return specOf(whole, Object.fromEntries(filled));
}

const someText: DraftStep = { type: "message", content: { messages: [{ type: "text", text: "…" }] } };

function audienceOf(audience: AudienceDraft): Spec["audience"] | undefined {
  switch (audience.type) {
    case "all":
      return audience;
    case "segment":
      return audience.segmentId === null ? undefined : { type: "segment", segment_id: audience.segmentId };
    case "condition": {
      const condition = wholeSegment(audience.condition);
      return condition && { type: "condition", condition };
    }
    case "psids": {
      const psids = readPsids(audience.text);
      return psids.length === 0 ? undefined : { type: "psids", psids };
    }
  }
}

function variantOf({ id, messageTag }: VariantDraft, steps: Steps): SpecVariant {
  const sent = sentOf(steps[id]);
  const tag = messageTag === undefined ? {} : { message_tag: messageTag };
  return ("content" in sent ? { type: "content", ...sent, ...tag } : { type: "flow", ...sent }) as SpecVariant;
}

export function draftOf({ name, spec }: Pick<Broadcast, "name" | "spec">): BroadcastDraft {
  return {
    ...{ name, when: spec.when, perMinute: spec.per_minute, test: spec.test, unsubscribe: spec.unsubscribe ?? "" },
    outside: spec.outside as Spec["outside"],
    audience: audienceDraft(spec.audience),
    variants: spec.variants.map((variant, index) => ({
      id: letters[index] ?? "",
      ...("message_tag" in variant && { messageTag: variant.message_tag }),
    })),
  };
}

/** The variants in the form that the builder edits. */
export const editedSteps = (spec: KeptSpec | undefined): Record<string, DraftStep> =>
  Object.fromEntries(
    spec ? spec.variants.map((variant, index) => [letters[index], stepOf(variant)]) : [[letters[0], blankMessage()]],
  );

function audienceDraft(audience: KeptSpec["audience"]): AudienceDraft {
  if (audience.type === "segment") return { type: "segment", segmentId: audience.segment_id };
  if (audience.type === "psids") return { type: "psids", text: audience.psids.join("\n") };
  return audience;
}
