import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "@banter/sdk/manage.ts";
import i18next from "i18next";
import { errorText, faultAt } from "./error-text.ts";
import * as ui from "./words.ts";

const refused = new Refusal(400, {
  code: "invalid_field",
  detail: "The name is too long.",
  errors: [{ path: "/name", message: "must be at most 200 characters" }],
});

async function speak(language: "en" | "vi"): Promise<void> {
  await i18next.init({
    lng: language,
    resources: { en: { ui: ui.en }, vi: { ui: ui.vi } },
    interpolation: { escapeValue: false },
  });
}

test("in English the message of the server is shown", async () => {
  await speak("en");

  assert.equal(errorText(refused), "The name is too long.");
  assert.equal(faultAt(refused, "/name"), "Must be at most 200 characters.");
  assert.equal(faultAt(refused, "/email"), undefined);
});

test("in another language the words of the error code are shown", async () => {
  await speak("vi");

  assert.equal(errorText(refused), ui.vi.errors.invalid_field);
  assert.equal(faultAt(refused, "/name"), ui.vi.errors.field);
});

test("an unknown code names the status, and anything else means that the server is unreachable", async () => {
  await speak("en");

  assert.equal(errorText(new Refusal(502, {})), "The server refused this (status 502).");
  assert.equal(errorText(new TypeError("Failed to fetch")), ui.en.errors.unreachable);
  assert.equal(faultAt(new TypeError("Failed to fetch"), "/name"), undefined);
});
