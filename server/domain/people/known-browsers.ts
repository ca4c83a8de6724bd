import { createHmac, randomBytes } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { readSigned, signText } from "../signed-text.ts";

/** A browser in which a user has logged in before. */
export type KnownBrowser = { id: string; userId: string };

type CookieDeps = Pick<Deps, "config" | "secrets">;

/** The browser of a signed cookie that an earlier login has set. */
export function findKnownBrowser({ config, secrets }: CookieDeps, cookies: string): KnownBrowser | undefined {
  const name = `${nameOf(config)}=`;
  const cookie = cookies
    .split(";")
    .map((each) => each.trim())
    .find((each) => each.startsWith(name));
  const [id, userId] = readSigned(keyOf(secrets), cookie?.slice(name.length) ?? "", signatureLength)?.split(".") ?? [];
  return id && userId ? { id, userId } : undefined;
}

/** The cookie that names the user of a completed login. It outlives the session, and gives no access by itself. */
export function knownBrowserCookie(
  { config, secrets }: CookieDeps,
  userId: string,
  before: KnownBrowser | undefined,
): string {
  const id = before?.userId === userId ? before.id : randomBytes(16).toString("base64url");
  const value = signText(keyOf(secrets), `${id}.${userId}`, signatureLength);
  const secure = isSecure(config) ? "; Secure" : "";
  return `${nameOf(config)}=${value}; Max-Age=${maxAgeSeconds}; Path=/api/v1/auth; HttpOnly${secure}; SameSite=Lax`;
}

/** The longest time that browsers keep a cookie. */
const maxAgeSeconds = 400 * 86_400;
const signatureLength = 43;

const isSecure = (config: Deps["config"]) => config.baseUrl?.startsWith("https:") ?? false;
const nameOf = (config: Deps["config"]) => `${isSecure(config) ? "__Secure-" : ""}banter.known_browser`;
const keyOf = ({ loginKey }: Deps["secrets"]) => createHmac("sha256", loginKey).update("known browsers").digest();
