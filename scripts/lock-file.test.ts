import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean };

const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
);
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);

test("every package in the lock file has a checksum", () => {
  const without = packages.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));

  assert.ok(packages.length > 200);
  assert.deepEqual(without.map(nameOf), []);
});

// With addresses, everybody would download from the registry of the person who installed last.
test("the lock file names no address to download from", () => {
  const addressed = packages.filter(([, { resolved }]) => resolved !== undefined);

  assert.deepEqual(addressed.map(nameOf), []);
});

function nameOf([path]: [string, Entry]): string {
  return path;
}
