import assert from "node:assert/strict";
import { test } from "node:test";
import { blankForm, faultyParts, isSameForm, tidy } from "./form-draft.ts";

test("words that are empty are left out, and a form to begin with can be saved", () => {
  const draft = {
    ...blankForm,
    title: { en: " Hello ", vi: " " },
    text: { en: "" },
    fields: [{ field: "size", label: {}, is_required: false, choices: [] }],
  };

  assert.deepEqual(tidy(draft), {
    title: { en: "Hello" },
    fields: [{ field: "size", is_required: false }],
    may_skip: false,
  });
  assert.deepEqual(faultyParts(blankForm), new Set());
  assert.equal(tidy(null), null);
});

test("a form that was emptied and filled again is the same", () => {
  const stored = { title: { en: "Hi" }, text: { vi: "Chào" }, ...blankForm };

  assert.ok(
    isSameForm(
      { may_skip: false, text: { en: "", vi: "Chào" }, title: { en: "Hi " }, fields: blankForm.fields },
      stored,
    ),
  );
  assert.ok(!isSameForm(null, stored));
  assert.ok(isSameForm(null, null));
});

test("what the server would refuse is named", () => {
  const consent = { text: { en: " " }, url: "shop", is_required: true };
  const fields = [{ field: "size", is_required: false, choices: ["S"] }];

  assert.deepEqual(
    faultyParts({ ...blankForm, fields, consent }),
    new Set(["fields.0.choices", "consent.text", "consent.url"]),
  );
  assert.deepEqual(faultyParts({ ...blankForm, fields: [] }), new Set(["fields"]));
});
