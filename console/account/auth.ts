import type { loginCalls } from "@banter/core/api/management/logins.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import type { z } from "zod";

type Calls = typeof loginCalls;
type Body<Key extends keyof Calls> = Calls[Key] extends { body: infer Schema extends z.ZodType }
  ? [body: z.input<Schema>]
  : [];

/** The parts of the replies that the console reads. */
type Replies = {
  "POST /sign-in/email": { twoFactorRedirect?: boolean };
  "GET /get-session": { session: { token: string } } | null;
  "GET /list-sessions": Session[];
  "POST /two-factor/enable": { totpURI: string; backupCodes: string[] };
  "POST /two-factor/generate-backup-codes": { backupCodes: string[] };
};
export type Session = {
  token: string;
  createdAt: string;
  updatedAt: string;
  ipAddress?: string | null;
  userAgent?: string | null;
};

/**
 * Calls the login service.
 *
 *     await auth("POST /sign-in/email", { email, password });
 */
export async function auth<Key extends keyof Calls>(
  key: Key,
  ...[body]: Body<Key>
): Promise<Key extends keyof Replies ? Replies[Key] : unknown> {
  const [method, path] = key.split(" ");
  const response = await fetch(`/api/v1/auth${path}`, {
    method,
    headers: method === "POST" ? { "content-type": "application/json" } : {},
    body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
  });
  const reply = await response.json().catch(() => null);
  if (!response.ok) throw new Refusal(response.status, reply ?? {});
  return reply;
}
