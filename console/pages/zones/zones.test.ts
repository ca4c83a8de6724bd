import assert from "node:assert/strict";
import { test } from "node:test";
import { zoneOf } from "./zone-names.ts";
import { listZones, searchZones, zoneLabel } from "./zones.ts";

const winter = Date.UTC(2026, 0, 15);
const known = ["Asia/Saigon", "Europe/Paris", "America/St_Johns", "Asia/Calcutta", "Pacific/Auckland"];
const world = { known, at: winter };

test("Vietnam's zone is found by city, country, old and new name, with and without accents", () => {
  const zones = listZones("Europe/Paris", "en", world);

  for (const query of [
    "Ho Chi",
    "ho_chi",
    "Viet",
    "Việt",
    "Hanoi",
    "Hà Nội",
    "ha noi",
    "Saigon",
    "GMT+07",
    "Asia/Saigon",
  ])
    assert.deepEqual(
      searchZones(zones, query).map(({ value }) => value),
      ["Asia/Ho_Chi_Minh"],
      query,
    );
  assert.deepEqual(searchZones(zones, "atlantis"), []);
});

test("zones are listed from west to east with their offsets", () => {
  assert.deepEqual(
    listZones("Asia/Ho_Chi_Minh", "en", world).map(({ label, country }) => [label, country]),
    [
      ["(GMT-03:30) St Johns", "Canada"],
      ["(GMT+00:00) UTC", ""],
      ["(GMT+01:00) Paris", "France"],
      ["(GMT+05:30) Kolkata", "India"],
      ["(GMT+07:00) Ho Chi Minh", "Vietnam"],
      ["(GMT+13:00) Auckland", "New Zealand"],
    ],
  );
});

test("the page's own zone is offered once, by its name of today", () => {
  const values = listZones("Asia/Saigon", "vi", world).map(({ value }) => value);

  assert.equal(values.filter((value) => value === "Asia/Ho_Chi_Minh").length, 1);
  assert.ok(!values.includes("Asia/Saigon"));
  assert.equal(zoneLabel("Asia/Saigon", winter), "(GMT+07:00) Ho Chi Minh");
});

test("a zone without a former name keeps its name", () => {
  assert.equal(zoneOf("Europe/Paris"), "Europe/Paris");
});
