import type { Role } from "@banter/core/model/role.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { createLogin } from "@banter/server/domain/people/users.ts";
import type { Node } from "@banter/server/node.ts";
import { saveMember } from "@banter/server/store/people/members.ts";
import type { Tab, TabOptions } from "@banter/widget/test/browser.ts";
import type { Browser, BrowserContext } from "playwright-core";

export const password = "correct horse battery";

export type ConsoleServer = {
  node: Node;
  baseUrl: string;
  browser: Browser;
  /** A tab without a login, closed at the end of the test. */
  open(t: Test, path: string, options?: OwnTabOptions): Promise<Tab>;
};
export type OwnTabOptions = Omit<TabOptions, "hosts">;

export type Team = ReturnType<typeof createTeam>;

/** The members of a workspace, one for each role. */
export function createTeam(
  { node: { deps }, baseUrl, browser, open }: ConsoleServer,
  findWorkspace: () => Promise<number>,
  domain: string,
) {
  const emailOf = (role: Role) => `${role}@${domain}`;

  async function addMember(role: Role): Promise<void> {
    const userId = await createLogin(deps, { email: emailOf(role), name: `The ${role}`, password });
    await saveMember(deps.db, await findWorkspace(), userId, role);
  }

  async function logIn(role: Role): Promise<StorageState> {
    await addMember(role);
    const context = await browser.newContext();
    const answer = await context.request.post(`${baseUrl}/api/v1/auth/sign-in/email`, {
      data: { email: emailOf(role), password },
      headers: { origin: baseUrl },
      // All tabs of the role need this login, and a busy machine hashes passwords slowly.
      timeout: 120_000,
    });
    if (!answer.ok()) throw new Error(`The ${role} could not log in: ${await answer.text()}`);
    const state = await context.storageState();
    await context.close();
    return state;
  }

  // All tabs of a role share a login, because the server limits the number of logins.
  const logins = new Map<Role, Promise<StorageState>>();

  /** A tab at the path, logged in as the member with this role, who is created when first needed. */
  async function openAs(t: Test, role: Role, path: string, options: OwnTabOptions = {}): Promise<Tab> {
    const login = logins.get(role) ?? logIn(role);
    logins.set(role, login);
    return open(t, path, { ...options, storageState: await login });
  }

  return { emailOf, addMember, openAs };
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
