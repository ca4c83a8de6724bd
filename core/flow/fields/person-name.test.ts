import assert from "node:assert/strict";
import { test } from "node:test";
import { findGuestNumber, guestNumber, personName } from "./person-name.ts";

test("a person is called by name, then by address or number, then by a number of their own", () => {
  const psid = "web_117864001082602";
  assert.equal(personName({ psid, name: "Ann", email: "ann@example.com" }, "vi"), "Ann");
  assert.equal(personName({ psid, name: null, email: "ann@example.com", phone: "+84901" }, "en"), "ann@example.com");
  assert.equal(personName({ psid, phone: "+84901" }, "en"), "+84901");
  assert.equal(personName({ psid }, "en"), "Guest 117864");
  assert.equal(personName({ psid }, "vi-VN"), "Khách 117864");
});

test("a guest's number is the beginning of the last part of any platform's id", () => {
  const psids = ["24387001", "tg_7", "ln_U4af4980629", "wa_US.13491208655302741918", "contact_9f8a7b6c5d", ""];
  assert.deepEqual(psids.map(guestNumber), ["243870", "7", "U4AF49", "134912", "9F8A7B", ""]);
});

test("a search for a guest is told from one for a name", () => {
  const searches = ["khach 117864", "guest 11", "guest u4af49", "guest house", "khach", "117864", "guest 1178640"];
  assert.deepEqual(searches.map(findGuestNumber), ["117864", "11", "u4af49", ...Array(4).fill(undefined)]);
});
