import assert from "node:assert/strict";
import { test } from "node:test";
import i18next from "i18next";
import * as words from "../words.ts";
import { searchSteps } from "./search-steps.ts";

await i18next.init({ lng: "en", resources: { en: { builder: words.en }, vi: { builder: words.vi } } });
const find = (search: string) => searchSteps(search, i18next.getFixedT("en", "builder"));
const tim = (search: string) => searchSteps(search, i18next.getFixedT("vi", "builder"));

test("a search finds steps by the beginnings of words, never by letters inside one", () => {
  assert.deepEqual(find("AI"), ["ai"]);
  assert.equal(find("wai")[0], "delay");
  assert.equal(find("mess")[0], "message");
  assert.equal(find("random")[0], "split");
});

test("titles come before helps, and accents do not matter", () => {
  assert.equal(find("question")[0], "ask");
  assert.equal(tim("cho")[0], "delay");
  assert.equal(tim("dat cau")[0], "ask");
});
