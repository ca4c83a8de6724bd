import assert from "node:assert/strict";
import { test } from "node:test";
import { type Attachment, purchaseText } from "./purchase-text.ts";

const t = ((key: string, values: Record<string, unknown> = {}) =>
  key === "bubble.item" ? `${values.quantity} × ${values.product}` : key) as never;
const said = (given: object) => purchaseText(given as Attachment, "en", t);
const item = (product_id: string, more: object = {}) => ({ product_id, quantity: 2, ...more });

test("an order is told with its sum, if all of it has a price", () => {
  const priced = { price: 10, currency: "USD" };

  assert.equal(said({ order: { items: [item("cake", priced), item("tea", priced)] } }), "2 × cake, 2 × tea · $40.00");
  assert.equal(said({ order: { items: [item("cake", priced), item("tea")] } }), "2 × cake, 2 × tea");
  assert.equal(said({ order: { items: [] } }), "kinds.order");
});

test("a payment is told with its amount, and a refund as one", () => {
  assert.equal(said({ payment: { amount: "12.50", currency: "USD", is_refund: false } }), "kinds.payment · $12.50");
  assert.equal(said({ payment: { amount: "3", currency: "XTR", is_refund: true } }), "bubble.refund · 3 ⭐");
});
