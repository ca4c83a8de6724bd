import { z } from "zod";
import { Name } from "../../model/names.ts";

export const Email = z.email("must be an e-mail address").max(255).toLowerCase();
export const Password = z
  .string()
  .min(12, "must have at least 12 characters")
  .max(128)
  .refine((password) => new Set(password).size >= 5, { error: "must have at least 5 different characters" })
  .refine((password) => !common.test(password), { error: "is one of the first that would be guessed" });
/** Of twelve characters and more, what lists of leaked passwords begin with. */
const common =
  /^(?:.?(?:1234567890|0123456789|qwertyuiop|asdfghjkl|password|letmein|welcome|iloveyou|admin(?:istrator)?))+[\d!.@#]*$/i;

/** The actions of the audit log that concern logins. They are written for every workspace of the person. */
export const loginActions = [
  "logged_in",
  "login_failed",
  "second_factor_failed",
  "session_ended",
  "other_sessions_ended",
  "password_changed",
  "password_reset_requested",
  "password_reset",
  "second_factor_added",
  "second_factor_removed",
  "backup_codes_renewed",
] as const;
export type LoginAction = (typeof loginActions)[number];

/** A call about one's own login. Its answer, a session cookie most of all, is better-auth's. */
export type LoginCall = {
  summary: string;
  description: string;
  body?: z.ZodObject;
  /** The body holds a password or a code: attempts are limited. */
  isThrottled?: boolean;
  /** The action in the audit log. */
  audit?: LoginAction;
};

const GivenPassword = z.string().max(128);
const withPassword = z.object({ password: GivenPassword });
const withCode = z.object({ code: z.string().max(64) });

/** The calls of better-auth that we expose, under `/api/v1/auth`. Unknown fields are ignored. */
export const loginCalls = {
  "POST /sign-in/email": {
    summary: "Sign in",
    description:
      "Sets the session cookie. With a second factor it sets a short-lived one instead and answers `twoFactorRedirect: true`: verify a code next.",
    body: z.object({
      email: Email,
      password: GivenPassword,
      rememberMe: z.boolean().optional(),
    }),
    isThrottled: true,
    audit: "logged_in",
  },
  "POST /sign-out": { summary: "Sign out", description: "Ends the session at once." },
  "GET /get-session": { summary: "Get the session", description: "The session and its user, or null." },
  "GET /list-sessions": { summary: "List sessions", description: "Where the person is logged in." },
  "POST /revoke-session": {
    summary: "End a session",
    description: "One of the person's own, by its token.",
    body: z.object({ token: z.string().max(200) }),
    audit: "session_ended",
  },
  "POST /revoke-other-sessions": {
    summary: "End the other sessions",
    description: "All of the person's but this one.",
    audit: "other_sessions_ended",
  },
  "POST /update-user": {
    summary: "Change one's name",
    description: "Sets the name that others see.",
    body: z.object({ name: Name }),
  },
  "POST /change-password": {
    summary: "Change the password",
    description: "Ends every other session of the person, and gives this one a new cookie.",
    body: z.object({ currentPassword: GivenPassword, newPassword: Password }),
    isThrottled: true,
    audit: "password_changed",
  },
  "POST /two-factor/enable": {
    summary: "Begin with a second factor",
    description: "Gives the authenticator's address (`totpURI`) and backup codes. It counts once a code is verified.",
    body: withPassword,
    isThrottled: true,
  },
  "POST /two-factor/disable": {
    summary: "Do without a second factor",
    description: "Takes the password.",
    body: withPassword,
    isThrottled: true,
    audit: "second_factor_removed",
  },
  "POST /two-factor/verify-totp": {
    summary: "Verify an authenticator's code",
    description: "Ends signing in, or enrolment.",
    body: withCode,
    isThrottled: true,
    audit: "logged_in",
  },
  "POST /two-factor/verify-backup-code": {
    summary: "Verify a backup code",
    description: "Ends signing in. Each code is good once.",
    body: withCode,
    isThrottled: true,
    audit: "logged_in",
  },
  "POST /two-factor/generate-backup-codes": {
    summary: "Make new backup codes",
    description: "In place of the old ones.",
    body: withPassword,
    isThrottled: true,
    audit: "backup_codes_renewed",
  },
  "POST /two-factor/get-totp-uri": {
    summary: "Show the authenticator's address again",
    description: "Takes the password.",
    body: withPassword,
    isThrottled: true,
  },
} satisfies Record<`${"GET" | "POST"} /${string}`, LoginCall>;
