import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { ownRoot } from "../world/node.ts";
import type { BrokenBuild } from "./builds.ts";

/** Folders of running code are copied, so that one of their files can be changed; the others are symbolic links. */
const copied = ["core", "server", "faults", "scripts"];

/** Makes a checkout with the change, removed when the test ends. Returns its folder. */
export function copyWithChange(t: Test, { file, find, replace }: BrokenBuild["change"]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "banter-broken-")));
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }));
  for (const entry of readdirSync(ownRoot)) {
    if (entry.startsWith(".") || entry === "node_modules") continue;
    const [from, to] = [join(ownRoot, entry), join(folder, entry)];
    if (copied.includes(entry)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  linkPackages(folder);

  const path = join(folder, file);
  const parts = readFileSync(path, "utf8").split(find);
  if (parts.length !== 2) throw new Error(`"${find}" occurs ${parts.length - 1} times in ${file}, not once.`);
  writeFileSync(path, parts.join(replace));
  return folder;
}

/** Shares the packages, but links our own workspaces to the copy. */
function linkPackages(folder: string): void {
  const [from, to] = [join(ownRoot, "node_modules"), join(folder, "node_modules")];
  mkdirSync(join(to, "@banter"), { recursive: true });
  for (const entry of readdirSync(from))
    if (!entry.startsWith(".") && entry !== "@banter") symlinkSync(join(from, entry), join(to, entry));
  for (const workspace of readdirSync(join(from, "@banter")))
    symlinkSync(join(folder, workspace), join(to, "@banter", workspace));
}
