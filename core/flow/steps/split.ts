import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { StepId } from "../../model/step-id.ts";
import { text } from "../../model/text.ts";
import { defineStep } from "./define.ts";
import { leave } from "./outcome.ts";
import { shareOut } from "./shares.ts";
import { objectsIn, textOf } from "./summary.ts";

/**
 * Takes a random exit. A customer who comes again takes the same one. The name of a branch is for people: exits and
 * customers know it by its id, so it can be renamed at any time.
 *
 *     { "type": "split", "branches": [{ "id": "a", "name": "10% off", "weight": 70 }, { "id": "b", "weight": 30 }],
 *       "next": { "a": "long", "b": "short" } }
 */
export const split = defineStep({
  type: "split",
  title: "Split by chance",
  settings: z.strictObject({
    branches: z
      .array(
        z.strictObject({
          id: StepId.meta({ label: "Id", input: "text" }),
          name: text(60).optional().meta({ label: "Name", input: "text" }),
          weight: z.int().min(0).max(1000).meta({ label: "Weight" }),
        }),
      )
      .min(2)
      .max(10)
      .refine((branches) => new Set(branches.map(({ id }) => id)).size === branches.length, {
        error: "must differ in their ids",
      })
      .refine((branches) => branches.some(({ weight }) => weight > 0), { error: "must not all weigh nothing" })
      .meta({ label: "Branches" }),
  }),
  exits: ({ branches }) => branchIds(branches),
  blank: {
    branches: [
      { id: "a", name: "A", weight: 50 },
      { id: "b", name: "B", weight: 50 },
    ],
  },
  summary: ({ branches }) => ({ lines: branchLines(objectsIn(branches)) }),
  needsExit: () => true,
  run({ step: { branches }, branch, random }) {
    if (branches.some(({ id }) => id === branch) && branch !== undefined) return leave(branch);
    const drawn = draw(branches, random());
    return leave(drawn, { type: "keep_branch", branch: drawn });
  },
});

function branchLines(branches: JsonObject[]): string[] {
  const weights = branches.map(({ weight }) => (typeof weight === "number" ? weight : 0));
  const shares = shareOut(100, weights);
  return branches.map(({ id, name }, index) => `${textOf(name) || textOf(id)}: ${shares[index]} %`);
}

/** The ids of the branches of a step that may be an unfinished draft. */
function branchIds(branches: unknown): string[] {
  const ids = objectsIn(branches).flatMap(({ id }) => (typeof id === "string" && id !== "" ? [id] : []));
  return [...new Set(ids)];
}

function draw(branches: { id: string; weight: number }[], chance: number): string {
  let left = chance * branches.reduce((sum, { weight }) => sum + weight, 0);
  const drawn = branches.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  // Rounding can leave none for a chance close to 1: then the last branch with a weight.
  return (drawn ?? branches.findLast(({ weight }) => weight > 0))?.id ?? "";
}
