import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError, invalidFields, statusOf } from "./error.ts";

test("no failure has a status that means success", () => {
  for (const status of Object.values(statusOf)) assert.ok(status >= 400);
});

test("an error has its code's status unless another is given", () => {
  assert.equal(new AppError("rate_limited", "Too many.").status, 429);
  assert.equal(new AppError("malformed_request", "Too slow.", { status: 408 }).status, 408);
});

test("the first fault is the message, and all faults are listed", () => {
  const faults = [
    { path: "/a", message: "is required" },
    { path: "/b", message: "must be text" },
  ];

  const error = invalidFields(faults);

  assert.equal(error.message, "The field /a is required.");
  assert.deepEqual(error.faults, faults);
});
