import assert from "node:assert/strict";
import { test } from "node:test";
import { newCustomer } from "@banter/core/flow/customer.ts";
import { newState } from "@banter/core/flow/state.ts";
import { type CustomerState, mustReindex } from "./customer-state.ts";

test("every change of a customer's data is indexed, since segments ask for all of it", () => {
  const customer = newCustomer("web_1");
  const before: CustomerState = { customer, state: newState(), hasSpoken: false, isNew: false, lastInputAt: 1 };
  const { psid: _, ...own } = customer;
  const withChanged = (key: string) => ({
    ...before,
    customer: { ...customer, [key]: key === "tags" ? [1] : "other" },
  });

  const ignored = Object.keys(own).filter((key) => !mustReindex(before, withChanged(key)));

  assert.deepEqual(ignored, []);
  assert.equal(mustReindex(before, { ...before, state: { ...newState(), turn: 5 } }), false);
});
