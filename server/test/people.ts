import { randomUUID } from "node:crypto";
import type { Role } from "@banter/core/model/role.ts";
import { type Manager, manage } from "../../sdk/manage.ts";
import type { Deps } from "../deps.ts";
import { createPageOn } from "../domain/pages/page-settings.ts";
import { hashPassword } from "../domain/people/passwords.ts";
import { saveMember } from "../store/people/members.ts";
import { insertUser, savePassword } from "../store/people/users.ts";
import { insertWorkspace } from "../store/people/workspaces.ts";

export type Member = { userId: string; email: string; password: string; workspaceId: number };

/** A user who can log in, in a new workspace or in the given one. */
export async function aMember(
  deps: Pick<Deps, "db">,
  { role = "owner", workspaceId, name = "Ann" }: { role?: Role; workspaceId?: number; name?: string } = {},
): Promise<Member> {
  const email = `${randomUUID()}@example.com`;
  const userId = (await insertUser(deps.db, { email, name })) ?? "";
  hash ??= hashPassword(password);
  await savePassword(deps.db, userId, await hash);
  const into = workspaceId ?? (await insertWorkspace(deps.db, "Bakery"));
  await saveMember(deps.db, into, userId, role);
  return { userId, email, password, workspaceId: into };
}

/** All members have the same password, because hashing one takes as long as many a test. */
const password = "correct horse battery";
let hash: Promise<string> | undefined;

/** A web chat page of a workspace. */
export async function aPageOf(
  deps: Pick<Deps, "db" | "channels">,
  { workspaceId }: { workspaceId: number },
): Promise<string> {
  return (await createPageOn(deps, { workspaceId, channel: "webchat", name: "Corner shop" })).id;
}

/** A browser: keeps cookies and sends the origin of our own pages. */
export function aBrowser(baseUrl: string) {
  const cookies = new Map<string, string>();
  const headers = () => ({
    origin: baseUrl,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });
  const fetching: typeof fetch = async (url, init = {}) => {
    const response = await fetch(url, { ...init, headers: { ...headers(), ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  /** One of the calls under `/api/v1/auth`. */
  const auth = (path: string, body?: object): Promise<Response> =>
    fetching(`${baseUrl}/api/v1/auth${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
  const signIn = ({ email, password }: Pick<Member, "email" | "password">) =>
    auth("/sign-in/email", { email, password });
  return {
    cookies,
    headers,
    fetch: fetching,
    auth,
    signIn,
    api: manage({ baseUrl, fetch: fetching } satisfies Manager),
  };
}

export type Browser = ReturnType<typeof aBrowser>;

/** A browser in which the member is logged in. */
export async function signedIn(baseUrl: string, member: Pick<Member, "email" | "password">): Promise<Browser> {
  const browser = aBrowser(baseUrl);
  const response = await browser.signIn(member);
  if (!response.ok) throw new Error(`Not signed in: ${response.status} ${await response.text()}`);
  return browser;
}
