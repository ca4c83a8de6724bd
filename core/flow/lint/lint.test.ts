import assert from "node:assert/strict";
import { test } from "node:test";
import { testCases } from "../../test/cases.ts";
import type { LintContext } from "../problem.ts";
import { lint } from "./lint.ts";

const context: LintContext = {
  flows: new Map([
    [1, { name: "Sales", isPublished: true, isTrashed: false }],
    [2, { name: "Draft", isPublished: false, isTrashed: false }],
    [3, { name: "Old", isPublished: true, isTrashed: true }],
    [5, { name: "Off", isPublished: true, isTrashed: false, isOff: true }],
  ]),
  tags: new Map([[1, "vip"]]),
  fields: new Map([[1, "size"]]),
  sources: new Map([[3, "Prices"]]),
};

testCases(new URL("../cases/lint.json", import.meta.url), (given) => {
  const { document, ...more } = given as { document: unknown } & Partial<LintContext>;
  return lint(document, { ...context, ...more }).map(
    ({ severity, code, path, message }) => `${severity} ${code}: ${path} ${message}`,
  );
});

test("errors come before warnings, and name their step", () => {
  const document = { version: 1, start: "a", steps: { a: { type: "goto", flow_id: null }, b: { type: "goto" } } };

  assert.deepEqual(
    lint(document, context).map(({ severity, code, step }) => [severity, code, step]),
    [
      ["error", "invalid", "b"],
      ["warning", "unreachable", "b"],
      ["warning", "flow_unset", "a"],
    ],
  );
});

test("a document that is nested too deep is refused without walking it", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];

  assert.deepEqual(
    lint({ version: 1, start: "a", steps: { a: { type: "note", text: deep } } }, context).map(({ code }) => code),
    ["invalid"],
  );
});

test("a document with too many steps is refused without walking it", () => {
  const steps = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [
      `s${index}`,
      { type: "goto", flow_id: 1, return: true, next: `s${index + 1}` },
    ]),
  );

  assert.deepEqual(
    lint({ version: 1, start: "s0", steps }, context).map(({ code, path }) => [code, path]),
    [["invalid", ""]],
  );
});

test("two thousand steps with ten exits each can be checked", () => {
  const names = Array.from({ length: 2000 }, (_, index) => `s${index}`);
  const steps = Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        type: "split",
        branches: Array.from({ length: 10 }, (_, branch) => ({ id: `b${branch}`, weight: 1 })),
        next: Object.fromEntries(Array.from({ length: 10 }, (_, branch) => [`b${branch}`, names[index + branch + 1]])),
      },
    ]),
  );
  const text = JSON.stringify({ version: 1, start: "s0", steps });

  const problems = lint(JSON.parse(text), context);

  assert.deepEqual(
    problems.map(({ code, step }) => [code, step]),
    [["dead_end", "s1999"]],
  );
});

test("a step that tells the team and hands over is all right if one of the two reaches somebody", () => {
  const document = {
    version: 1,
    start: "tell",
    steps: {
      tell: { type: "action", actions: [{ action: "notify", text: "Hi" }, { action: "hand_over" }], next: "call" },
      call: { type: "action", actions: [{ action: "hand_over" }], next: null },
    },
  };
  const told = (reachedKinds: LintContext["reachedKinds"]) =>
    lint(document, { ...context, reachedKinds }).flatMap(({ code, path }) => (code === "nobody_told" ? path : []));

  const [notify, handOver, call] = ["/steps/tell/actions/0", "/steps/tell/actions/1", "/steps/call/actions/0"];
  assert.deepEqual(told(undefined), []);
  assert.deepEqual(told(["hand_over"]), []);
  assert.deepEqual(told(["notify"]), [call]);
  assert.deepEqual(told(["disconnected"]), [notify, handOver, call]);
});

test("an invoice needs a payment provider, unless it is in Stars or nobody knows whether there is one", () => {
  const prices = [{ label: "Coffee", amount: "5" }];
  const bill = (currency: string) => ({ type: "invoice", title: "Coffee", description: "250 g", currency, prices });
  const content = { messages: [bill("EUR"), bill("XTR")] };
  const document = { version: 1, start: "bill", steps: { bill: { type: "message", content, next: null } } };
  const found = (hasPaymentProvider?: boolean) =>
    lint(document, { ...context, hasPaymentProvider }).flatMap(({ code, path }) =>
      code === "provider_missing" ? path : [],
    );

  assert.deepEqual(found(false), ["/steps/bill/content/messages/0/currency"]);
  assert.deepEqual([found(true), found()], [[], []]);
});
