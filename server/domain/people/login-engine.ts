import { AppError, type ErrorCode, statusOf } from "@banter/core/model/error.ts";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../store/db/db.ts";
import { databaseTimes } from "./database-times.ts";
import { hashedSessions, withSeenTokens } from "./hashed-sessions.ts";
import type { LoginRequest, Logins } from "./logins.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

export type LoginEngineDeps = Pick<Deps, "config" | "log" | "secrets"> & { db: Database };

/** Logins by better-auth, on our tables and our pool. */
export async function openEngine(deps: LoginEngineDeps): Promise<Logins> {
  const options: BetterAuthOptions = { ...optionsOf(deps), database: deps.db.pool };
  // The first one only opens the library's own adapter, which the second one uses with hashed tokens.
  const { adapter } = await betterAuth(options).$context;
  const auth = betterAuth({ ...options, database: () => hashedSessions(databaseTimes(adapter), deps.db) });

  return {
    async findUser(request) {
      const { response, headers } = await translateErrors(
        withSeenTokens(() => auth.api.getSession({ headers: headersOf(request), returnHeaders: true })),
      );
      if (!response) return undefined;
      const { id, name, email } = response.user;
      return { user: { id, name, email }, cookies: headers.getSetCookie() };
    },
    async call(request, key, body) {
      const [method = "", path = ""] = key.split(" ");
      const headers = headersOf(request);
      if (body) headers.set("content-type", "application/json");
      const sent = body && JSON.stringify({ ...body, ...fixedFields[key] });
      const response = await translateErrors(
        withSeenTokens(() =>
          auth.handler(new Request(`${internalUrl}${basePath}${path}`, { method, headers, body: sent })),
        ),
      );
      const reply = await response.json().catch(() => null);
      if (!response.ok) throw failureOf(response.status, reply);
      return { reply, cookies: response.headers.getSetCookie() };
    },
  };
}

/** better-auth needs a base address. Only cookies would depend on it, and their options are set below. */
const internalUrl = "http://localhost";
const basePath = "/api/v1/auth";
const addressHeader = "x-banter-address";
const day = 86_400;
/** Fields that the caller cannot choose. */
const fixedFields: Record<string, object> = { "POST /change-password": { revokeOtherSessions: true } };

function optionsOf({ config, log, secrets }: LoginEngineDeps) {
  return {
    appName: "Banter",
    baseURL: internalUrl,
    basePath,
    secret: secrets.loginKey.toString("base64"),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // No cookie cache: an ended session must end at once.
    session: { ...sessions, expiresIn: 7 * day, updateAge: day, cookieCache: { enabled: false } },
    user: users,
    account: accounts,
    verification: verifications,
    plugins: [twoFactor({ issuer: "Banter", schema: twoFactors })],
    // login-throttle.ts limits attempts: by e-mail too, and across all nodes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: "banter",
      useSecureCookies: config.baseUrl?.startsWith("https:") ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { validateSchema: false },
      // guards/same-origin.ts checks the origin of these calls.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    onAPIError: { throw: true },
    logger: {
      level: "error",
      log: (_level: string, message: string) => log.warn({ from: "logins" }, message),
    },
  } satisfies BetterAuthOptions;
}

const dates = { createdAt: "created_at", updatedAt: "updated_at" };
const users = { modelName: "users", fields: { emailVerified: "email_verified", ...dates } };
const accounts = {
  modelName: "accounts",
  fields: { userId: "user_id", accountId: "account_id", providerId: "provider_id", ...dates },
};
const sessions = {
  modelName: "sessions",
  fields: { userId: "user_id", expiresAt: "expires_at", ipAddress: "ip_address", userAgent: "user_agent", ...dates },
};
const verifications = { modelName: "verifications", fields: { expiresAt: "expires_at", ...dates } };
const twoFactors = {
  user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
  twoFactor: {
    modelName: "two_factors",
    fields: {
      userId: "user_id",
      backupCodes: "backup_codes",
      failedVerificationCount: "failed_verification_count",
      lockedUntil: "locked_until",
    },
  },
};

function headersOf({ cookie, userAgent, address }: LoginRequest): Headers {
  return new Headers({ cookie, "user-agent": userAgent, [addressHeader]: address });
}

async function translateErrors<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw isAPIError(error) ? failureOf(error.statusCode, error.body) : error;
  }
}

/** better-auth's error as ours. A status of 500 most likely comes from the database: the call may be repeated. */
function failureOf(status: number, body: unknown): AppError {
  const { message = "" } = (body ?? {}) as { message?: string };
  const code = codes[status] ?? (status >= 500 ? "unavailable" : "malformed_request");
  if (status >= 500) return new AppError(code, "The service is not available just now.");
  const headers = code === "rate_limited" ? { "retry-after": "900" } : undefined;
  return new AppError(code, sentence(message), { status: statusOf[code], headers });
}

const codes: Record<number, ErrorCode> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  429: "rate_limited",
};

function sentence(message: string): string {
  const plain = message.replaceAll(/[^\x20-\x7e]/g, "").replace(/\.*$/, "");
  return plain ? `${plain}.` : "The login was refused.";
}
