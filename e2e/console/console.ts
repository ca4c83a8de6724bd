import type { Role } from "@banter/core/model/role.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { createUser } from "@banter/server/domain/people/users.ts";
import type { Node } from "@banter/server/node.ts";
import type { Options } from "@banter/server/test/app.ts";
import { testNode } from "@banter/server/test/node.ts";
import { openBrowser, openTab, type Tab, type TabOptions } from "@banter/widget/test/browser.ts";
import type { Browser, BrowserContext } from "playwright-core";
import { buildConsole } from "../../scripts/build-console.mjs";

export type Console = {
  node: Node;
  baseUrl: string;
  browser: Browser;
  /** A tab of its own, nobody logged in. */
  open(path: string, options?: OwnTabOptions): Promise<Tab>;
  /** Makes somebody with the role and gives a tab in which they are logged in, at the path. */
  openAs(role: Role, path: string, options?: OwnTabOptions): Promise<Tab>;
};
type OwnTabOptions = Omit<TabOptions, "hosts">;

let built: Promise<boolean> | undefined;

export const password = "correct horse battery";
export const emailOf = (role: Role) => `${role}@example.com`;

/** The console as it is built, on a whole server with a fresh database, in a real browser. */
export async function openConsole(t: Test, options: Options = {}): Promise<Console> {
  built ??= buildConsole();
  await built;
  const node = await testNode(t, options);
  const { baseUrl, deps } = node;
  const browser = await openBrowser(t);

  async function open(path: string, options: OwnTabOptions = {}): Promise<Tab> {
    const tab = await openTab(t, browser, { hosts: [new URL(baseUrl).host], ...options });
    await tab.goto(baseUrl + path);
    return tab;
  }

  // One login for all tabs of a role: the server slows down those who log in again and again.
  const logins = new Map<Role, Promise<StorageState>>();
  async function logIn(role: Role): Promise<StorageState> {
    await createUser(deps, { email: emailOf(role), name: `The ${role}`, password, role });
    const context = await browser.newContext();
    const answer = await context.request.post(`${baseUrl}/api/v1/auth/sign-in/email`, {
      data: { email: emailOf(role), password },
      headers: { origin: baseUrl },
    });
    if (!answer.ok()) throw new Error(`The ${role} could not log in: ${await answer.text()}`);
    const state = await context.storageState();
    await context.close();
    return state;
  }
  async function openAs(role: Role, path: string, options: OwnTabOptions = {}): Promise<Tab> {
    const login = logins.get(role) ?? logIn(role);
    logins.set(role, login);
    return open(path, { ...options, storageState: await login });
  }
  return { node, baseUrl, browser, open, openAs };
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
