import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { connect } from "../server/store/db/db.ts";
import type { testKeys } from "../server/test/database/keys.ts";
import type { fillDatabase } from "../server/test/database/template.ts";
import type { makeMessengerPages } from "./prepare/pages.ts";

/** A clone of the project: it migrates and fills its databases with its own code, and starts its own server. */
export type Tree = {
  /** The folder, with a slash at the end. */
  root: URL;
  /** The program that `npm start` runs there. */
  node: string;
  connect: typeof connect;
  testKeys: typeof testKeys;
  fillDatabase: typeof fillDatabase;
  makeMessengerPages: typeof makeMessengerPages;
};

/** This clone, or that in another folder. */
export async function openTree(folder?: string): Promise<Tree> {
  const root = folder === undefined ? new URL("..", import.meta.url) : pathToFileURL(`${resolve(folder)}/`);
  const from = (path: string) => import(new URL(path, root).href);
  // Packages and builds, as before `npm start`; this clone has them.
  if (folder !== undefined)
    spawnSync(process.execPath, ["scripts/prepare.mjs"], { cwd: fileURLToPath(root), stdio: ["ignore", 2, 2] });
  const node = fileURLToPath(new URL("node_modules/.bin/node", root));
  const { connect } = await from("server/store/db/db.ts");
  const { testKeys } = await from("server/test/database/keys.ts");
  const { fillDatabase } = await from("server/test/database/template.ts");
  const { makeMessengerPages } = await from("bench/prepare/pages.ts");
  return {
    root,
    node: existsSync(node) ? node : process.execPath,
    ...{ connect, testKeys, fillDatabase, makeMessengerPages },
  };
}
