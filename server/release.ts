import { readFileSync } from "node:fs";

let release: string | undefined;

/** The version of this release, such as 0.1.0. */
export function releaseOf(): string {
  release ??= readVersion();
  return release;
}

function readVersion(): string {
  const file = new URL("./package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
