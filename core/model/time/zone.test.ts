import assert from "node:assert/strict";
import { test } from "node:test";
import { Zone } from "./zone.ts";

test("a zone is one of the IANA list", () => {
  for (const zone of ["Asia/Ho_Chi_Minh", "America/Argentina/Buenos_Aires", "UTC", "Etc/GMT+7"]) {
    assert.equal(Zone.parse(zone), zone);
  }
  for (const zone of ["", "Mars/Olympus", "+07:00", "Asia/Ho Chi Minh", "../etc/passwd", `A${"a".repeat(64)}`, null]) {
    assert.equal(Zone.safeParse(zone).success, false, String(zone));
  }
});
