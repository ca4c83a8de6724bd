import { AppError, type ErrorCode, statusOf } from "@banter/core/model/error.ts";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../store/db/db.ts";
import type { LoginRequest, Logins } from "./logins.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

export type LoginEngineDeps = Pick<Deps, "config" | "log" | "secrets"> & { db: Database };

/** Logins by better-auth, on our tables and our pool. */
export function openEngine(deps: LoginEngineDeps): Logins {
  const auth = betterAuth(optionsOf(deps));

  return {
    async findUser(request) {
      const { response, headers } = await asOurs(
        auth.api.getSession({ headers: headersOf(request), returnHeaders: true }),
      );
      if (!response) return undefined;
      const { id, name, email } = response.user;
      return { user: { id, name, email }, cookies: headers.getSetCookie() };
    },
    async call(request, key, body) {
      const [method = "", path = ""] = key.split(" ");
      const headers = headersOf(request);
      if (body) headers.set("content-type", "application/json");
      const said = body && JSON.stringify({ ...body, ...fixedFields[key] });
      const response = await asOurs(
        auth.handler(new Request(`${internalUrl}${basePath}${path}`, { method, headers, body: said })),
      );
      const reply = await response.json().catch(() => null);
      if (!response.ok) throw failureOf(response.status, reply);
      return { reply, cookies: response.headers.getSetCookie() };
    },
  };
}

/** Only cookies depend on where we are reached, and those are told. */
const internalUrl = "http://localhost";
const basePath = "/api/v1/auth";
const addressHeader = "x-banter-address";
const day = 86_400;
/** What is not the caller's to choose. */
const fixedFields: Record<string, object> = { "POST /change-password": { revokeOtherSessions: true } };

function optionsOf({ db, config, log, secrets }: LoginEngineDeps) {
  return {
    appName: "Banter",
    baseURL: internalUrl,
    basePath,
    secret: secrets.loginKey.toString("base64"),
    database: db.pool,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // No cookie cache: an ended session is ended at once.
    session: { ...sessions, expiresIn: 7 * day, updateAge: day, cookieCache: { enabled: false } },
    user: users,
    account: accounts,
    verification: verifications,
    plugins: [twoFactor({ issuer: "Banter", schema: twoFactors })],
    // Our own limits count by e-mail too, and hold on every node.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: "banter",
      useSecureCookies: config.baseUrl?.startsWith("https:") ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { validateSchema: false },
      // One check guards every call of the management API, these too.
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

async function asOurs<Result>(doing: Promise<Result>): Promise<Result> {
  try {
    return await doing;
  } catch (error) {
    throw isAPIError(error) ? failureOf(error.statusCode, error.body) : error;
  }
}

/** better-auth's refusals in our words. What it could not do is most likely the database's fault, and passes. */
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
