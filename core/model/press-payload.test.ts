import assert from "node:assert/strict";
import { test } from "node:test";
import {
  iceBreakerPayload,
  menuPayload,
  messagePayload,
  type PressPayload,
  parsePressPayload,
  toolPayload,
} from "./press-payload.ts";

const payloads: [payload: string, meaning: PressPayload][] = [
  [messagePayload(1042, 0), { type: "message", messageId: 1042, index: 0 }],
  [messagePayload(999_999_999_999_999, 999), { type: "message", messageId: 999_999_999_999_999, index: 999 }],
  [menuPayload(12), { type: "menu", id: 12 }],
  [iceBreakerPayload(7), { type: "ice_breaker", id: 7 }],
  [toolPayload(3), { type: "tool", id: 3 }],
];

test("a payload is read back as what it was built from", () => {
  for (const [payload, meaning] of payloads) assert.deepEqual(parsePressPayload(payload), meaning, payload);
});

test("payloads keep their form, because messages and menus that were sent hold them", () => {
  assert.deepEqual(
    payloads.map(([payload]) => payload),
    ["b1042.0", "b999999999999999.999", "m12", "i7", "t3"],
  );
});

test("a payload of another form was made elsewhere", () => {
  const others = ["", "b1042", "b1042.", "b.0", "b1.1000", "b1.0.0", "m", "m1.0", "M12", "x1", " m1", "m1\n", "m-1"];
  for (const payload of [...others, `m${"1".repeat(16)}`]) assert.equal(parsePressPayload(payload), undefined, payload);
});
