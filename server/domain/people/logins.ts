import type { Deps } from "../../deps.ts";
import type { Database } from "../../store/db/db.ts";

export type User = { id: string; name: string; email: string };

/** The parts of a request that concern its login. `address` is the caller's network. */
export type LoginRequest = { cookie: string; userAgent: string; address: string };

export type Logins = {
  /** The logged-in user, and cookies to set if the session was prolonged. Read from the database each time. */
  findUser(request: LoginRequest): Promise<{ user: User; cookies: string[] } | undefined>;
  /** Runs one of better-auth's own calls. The caller has checked its origin and fields. */
  call(request: LoginRequest, key: string, body: object | undefined): Promise<{ reply: unknown; cookies: string[] }>;
};

export type LoginDeps = Pick<Deps, "config" | "log" | "secrets"> & { db: Database };

/** better-auth takes much memory, so it is loaded with the first request that carries a login. */
export function openLogins(deps: LoginDeps): Logins {
  let opening: Promise<Logins> | undefined;
  const engine = () => {
    opening ??= import("./login-engine.ts").then(({ openEngine }) => openEngine(deps));
    return opening;
  };
  return {
    findUser: async (request) => (await engine()).findUser(request),
    call: async (request, key, body) => (await engine()).call(request, key, body),
  };
}
