import assert from "node:assert/strict";
import { test } from "node:test";
import { newCustomer } from "@banter/core/flow/customer.ts";
import { newTestCustomer, startOf } from "./test-customer.ts";

const readings = { types: new Map([["boxes", "number" as const]]), zone: "Asia/Ho_Chi_Minh", now: 0 };

test("a new test customer is a customer about whom nothing is known", () => {
  const { customer, state, unfit } = startOf(newTestCustomer, readings);

  assert.deepEqual(customer, newCustomer("web_1"));
  assert.equal(state.isKnown, false);
  assert.deepEqual(unfit, []);
});

test("values are stored as the engine stores them, and those that do not fit are named and left out", () => {
  const values = {
    user_first_name: " Lan ",
    gender: "FEMALE",
    locale: "vi",
    phone: "0901234567",
    email: "not an address",
    boxes: "1.234",
    note: "hello",
  };
  const given = { ...newTestCustomer, values, tags: [7], isKnown: true, branches: { "1.s": "b" } };

  const { customer, state, unfit } = startOf(given, readings);

  assert.deepEqual(unfit, ["email"]);
  assert.deepEqual(
    { ...customer },
    {
      ...newCustomer("web_1"),
      firstName: "Lan",
      gender: "FEMALE",
      locale: "vi",
      phone: "+84901234567",
      tags: [7],
      fields: { boxes: "1.234", note: "hello" },
    },
  );
  assert.equal(state.isKnown, true);
  assert.deepEqual(state.splits, { "1.s": "b" });
});
