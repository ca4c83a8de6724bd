import assert from "node:assert/strict";
import { test } from "node:test";
import { amountText, invoiceMessage, majorAmount, minorAmount } from "./invoice.ts";

test("amounts are counted in the smallest part of their currency", () => {
  assert.equal(minorAmount("12.50", "EUR"), 1250);
  assert.equal(minorAmount("12,5", "EUR"), 1250);
  assert.equal(minorAmount("19.99", "USD"), 1999);
  assert.equal(minorAmount("250000", "VND"), 250000);
  assert.equal(minorAmount("50", "XTR"), 50);
  assert.equal(majorAmount(1250, "EUR"), "12.50");
  assert.equal(amountText(50, "XTR"), "50 ⭐");
});

test("an amount that the currency cannot have is none", () => {
  for (const amount of ["", "0", "-1", "a", "1.234", "1 000", "1e3"])
    assert.equal(minorAmount(amount, "EUR"), undefined);
  assert.equal(minorAmount("0.5", "XTR"), undefined);
});

test("an invoice has a known currency, and one price in Stars", () => {
  const invoice = {
    type: "invoice",
    title: "Coffee",
    description: "250 g",
    currency: "EUR",
    prices: [{ label: "Coffee", amount: "12.50" }],
  };
  const isFine = (change: object) => invoiceMessage().safeParse({ ...invoice, ...change }).success;
  const [price] = invoice.prices;

  assert.ok(isFine({}));
  assert.ok(isFine({ currency: "XTR" }));
  assert.ok(isFine({ prices: [{ label: "Coffee", amount: "{{price}}" }] }));
  assert.ok(!isFine({ currency: "XXZ" }));
  assert.ok(!isFine({ currency: "eur" }));
  assert.ok(!isFine({ currency: "XTR", prices: [price, price] }));
  assert.ok(!isFine({ prices: [] }));
  assert.ok(!isFine({ prices: [{ label: "Coffee", amount: "cheap" }] }));
});
