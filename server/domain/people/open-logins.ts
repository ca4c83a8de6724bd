import type { LoginEngineDeps } from "./login-engine.ts";
import type { Logins } from "./logins.ts";

/** Better-auth takes much memory: it is loaded when a request first comes with a login. */
export function openLogins(deps: LoginEngineDeps): Logins {
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
