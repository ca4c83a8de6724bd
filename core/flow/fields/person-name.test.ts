import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { findGuestNumber, guestNumber, personName } from "./person-name.ts";

test("a person is called by name, then by address or number, then by a number of their own", () => {
  const psid = "web_117864001082602";
  assert.equal(personName({ psid, name: "Ann", email: "ann@example.com" }, "vi"), "Ann");
  assert.equal(personName({ psid, name: null, email: "ann@example.com", phone: "+84901" }, "en"), "ann@example.com");
  assert.equal(personName({ psid, phone: "+84901" }, "en"), "+84901");
  assert.equal(personName({ psid }, "en"), "Guest 11786400");
  assert.equal(personName({ psid }, "vi-VN"), "Khách 11786400");
});

test("a guest's number is the beginning of the last part of any platform's id", () => {
  const psids = ["24387001", "tg_7", "ln_U4af4980629", "wa_US.13491208655302741918", "contact_9f8a7b6c5d", ""];
  assert.deepEqual(psids.map(guestNumber), ["24387001", "7", "U4AF4980", "13491208", "9F8A7B6C", ""]);
});

test("hundreds of web visitors have numbers of their own", () => {
  const digits = (index: number) => createHash("sha256").update(`visitor ${index}`).digest().readUIntBE(0, 6) % 1e14;
  const psids = Array.from({ length: 400 }, (_, index) => `web_${1e14 + digits(index)}`);
  assert.equal(new Set(psids.map(guestNumber)).size, 400);
});

test("a search for a guest is told from one for a name", () => {
  const searches = ["khach 11786400", "guest 11", "guest u4af49", "guest house", "khach", "117864", "guest 117864001"];
  assert.deepEqual(searches.map(findGuestNumber), ["11786400", "11", "u4af49", ...Array(4).fill(undefined)]);
});
