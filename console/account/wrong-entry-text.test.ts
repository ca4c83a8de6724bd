import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "@banter/sdk/manage.ts";
import i18next from "i18next";
import * as ui from "../ui/words.ts";
import { wrongEntryText, wrongPasswordText } from "./wrong-entry-text.ts";

await i18next.init({ lng: "en", resources: { en: { ui: ui.en } } });

const badRequest = new Refusal(400, {});
const shortPassword = new Refusal(400, {
  code: "invalid_field",
  detail: "The password is too short.",
  errors: [{ path: "/newPassword", message: "must have at least 12 characters" }],
});

test("a wrong password and an unknown e-mail have the same text", () => {
  assert.equal(wrongEntryText(badRequest, "Wrong."), "Wrong.");
  assert.equal(wrongEntryText(new Refusal(401, {}), "Wrong."), "Wrong.");
});

test("other failures have their own text, and success has none", () => {
  assert.equal(
    wrongEntryText(new Refusal(429, { code: "rate_limited", detail: "Too often." }), "Wrong."),
    "Too often.",
  );
  assert.equal(wrongEntryText(new TypeError("Failed to fetch"), "Wrong."), ui.en.errors.unreachable);
  assert.equal(wrongEntryText(null, "Wrong."), undefined);
});

test("a fault of the new password is not reported as a wrong password", () => {
  assert.equal(wrongPasswordText(badRequest, "Wrong."), "Wrong.");
  assert.equal(wrongPasswordText(shortPassword, "Wrong."), "The password is too short.");
  assert.equal(wrongPasswordText(null, "Wrong."), undefined);
});
