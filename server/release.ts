import { readFileSync } from "node:fs";

/** The version of this release, such as 0.1.0. */
export function releaseOf(): string {
  const file = new URL("./package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
