import { shared, type Test } from "@banter/core/test/at-end.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import type { Options } from "@banter/server/test/app.ts";
import { testNode } from "@banter/server/test/node.ts";
import { openBrowser, openTab, type Tab } from "@banter/widget/test/browser.ts";
import { buildConsole } from "../../scripts/build-console.mjs";
import { type ConsoleServer, createTeam, type OwnTabOptions, type Team } from "./team.ts";

/** `openAs` opens tabs for members of the first workspace. */
export type Console = ConsoleServer & Pick<Team, "openAs">;

let built: Promise<boolean> | undefined;

/** The console for the tests of all files of a process, each of which has a page or a workspace of its own. */
export const sharedConsole = shared((t) => openConsole(t));

/** The built console on a whole server with a fresh database, in a real browser. */
export async function openConsole(t: Test, options: Options = {}): Promise<Console> {
  built ??= buildConsole();
  await built;
  const node = await testNode(t, { allowPrivateHosts: ["127.0.0.1"], ...options });
  const { baseUrl, deps } = node;
  const browser = await openBrowser(t);

  async function open(t: Test, path: string, options: OwnTabOptions = {}): Promise<Tab> {
    const tab = await openTab(t, browser, { hosts: [new URL(baseUrl).host], ...options });
    await tab.goto(baseUrl + path);
    return tab;
  }

  const server = { node, baseUrl, browser, open };
  const { openAs } = createTeam(server, () => ensureWorkspace(deps.db), "example.com");
  return { ...server, openAs };
}
