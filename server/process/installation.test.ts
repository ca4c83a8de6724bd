import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { findInstallation } from "./installation.ts";

function aFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), "banter-installation-"));
  atEnd(t, () => rmSync(folder, { recursive: true }));
  return folder;
}

test("a data folder has one id, which only its owner can read", (t) => {
  const folder = join(aFolder(t), "data");

  const id = findInstallation(folder);

  assert.match(id ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(findInstallation(folder), id);
  assert.deepEqual(readdirSync(folder), ["installation-id"]);
  assert.equal(statSync(join(folder, "installation-id")).mode & 0o777, 0o600);
  assert.notEqual(findInstallation(aFolder(t)), id);
});

test("a folder that cannot be written has no id", (t) => {
  const folder = aFolder(t);
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "taken", "installation-id"), { recursive: true });

  assert.equal(findInstallation(join(folder, "file")), undefined);
  assert.equal(findInstallation(join(folder, "taken")), undefined);
});
