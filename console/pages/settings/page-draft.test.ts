import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageInfo } from "../../frame/use-page.ts";
import { changesOf, draftOf, originOf } from "./page-draft.ts";

const page = {
  name: "Shop",
  timezone: "Europe/Berlin",
  greeting: null,
  hours: [{ days: ["mon"], from: "08:00", to: "17:00" }],
  origins: ["https://shop.example.com"],
  welcome_flow_id: 1,
  default_reply_flow_id: null,
  default_reply_seconds: 3600,
  takes_files: true,
  welcomes_on_open: false,
} as unknown as PageInfo;

test("an unchanged form has no changes, and an empty greeting is none", () => {
  assert.deepEqual(changesOf(page, draftOf(page)), {});
  assert.deepEqual(changesOf(page, { ...draftOf(page), greeting: "  ", name: " Shop " }), {});
});

test("only the changed settings are sent", () => {
  const changed = { ...draftOf(page), name: " Store ", greeting: "Hello", hours: null };

  assert.deepEqual(changesOf(page, changed), { name: "Store", greeting: "Hello", hours: null });
});

test("a pasted address is cut to its origin, and anything else stays for the server to refuse", () => {
  assert.equal(originOf("https://shop.example.com/cart?x=1"), "https://shop.example.com");
  assert.equal(originOf("HTTP://Shop.Example.com:8080/"), "http://shop.example.com:8080");
  assert.equal(originOf("shop.example.com"), "shop.example.com");
  assert.equal(originOf("javascript:alert(1)"), "javascript:alert(1)");
});
