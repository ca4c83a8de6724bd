import assert from "node:assert/strict";
import { test } from "node:test";
import { SegmentCondition, TurnCondition } from "@banter/core/flow/conditions/rule.ts";
import { condition } from "@banter/core/flow/steps/condition.ts";
import { newFieldPart, newPart, offeredParts, wholeSegment, wholeTurn, withOperator } from "./condition.ts";

test("every part that the menu offers is valid as it is", () => {
  const alone = (type: Parameters<typeof newPart>[0]) => ({ match: "all", rules: [newPart(type)] });
  for (const type of offeredParts.segment) assert.ok(SegmentCondition.safeParse(alone(type)).success, type);
  for (const type of offeredParts.turn) assert.ok(TurnCondition.safeParse(alone(type)).success, type);
  for (const type of offeredParts.flow) assert.ok(condition.settings.safeParse(alone(type)).success, type);
});

test("the second part about a date is its other end", () => {
  const bought = { name: "last_order", type: "date" as const };
  const first = newFieldPart(bought, []);
  const second = newFieldPart(bought, [first]);

  assert.deepEqual(
    [first, second].map((part) => part.type === "field" && part.operator),
    ["greater", "less"],
  );
  assert.deepEqual(newFieldPart({ name: "city", type: "text" }, []), {
    ...{ type: "field", field: "city", operator: "equals", value: "" },
  });
});

test("an operator without a value has none", () => {
  const part = { type: "field", field: "city", operator: "equals", value: "Huế" } as const;

  assert.deepEqual(withOperator(part, "is_set"), { type: "field", field: "city", operator: "is_set" });
  assert.deepEqual(withOperator({ type: "field", field: "city", operator: "is_set" }, "contains"), {
    ...{ type: "field", field: "city", operator: "contains", value: "" },
  });
});

test("a half-written condition is neither counted nor saved", () => {
  const whole = { type: "last_active", within: true, days: 30 } as const;

  assert.deepEqual(wholeSegment({ match: "all", rules: [whole] }), { match: "all", rules: [whole] });
  assert.equal(wholeSegment({ match: "all", rules: [] }), undefined);
  assert.equal(wholeSegment({ match: "all", rules: [whole, newPart("tag")] }), undefined);
  assert.equal(wholeSegment({ match: "all", rules: [newFieldPart({ name: "city", type: "text" }, [])] }), undefined);
  assert.equal(wholeTurn({ match: "all", rules: [newPart("sequence")] }), undefined);
});
