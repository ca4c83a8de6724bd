import { z } from "zod";
import { SecretName } from "../../flow/secret-name.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});
const inSecret = inPage.extend({ name: SecretName });

/** Shorter values could not be masked in answers without spoiling these. */
const minLength = 8;

export const secrets = {
  "GET /pages/:page_id/secrets": {
    scope: "page",
    permission: "look",
    summary: "List secrets",
    description: "The names of the page's secrets. Their values cannot be read by anybody.",
    params: inPage,
    reply: z.strictObject({ secrets: z.array(z.strictObject({ name: z.string(), updated_at: Time })) }),
  },
  "PUT /pages/:page_id/secrets/:name": {
    scope: "page",
    permission: "build",
    audit: "secret_set",
    summary: "Set a secret",
    description:
      "Adds a secret or gives it another value. Calls of flows use it as `{{secret.name}}` in headers and bodies. An answer that repeats the value gets it masked.",
    params: inSecret,
    body: z.strictObject({
      value: z
        .string()
        .min(minLength)
        .max(4000)
        .refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed(), {
          error: "must not hold line ends or control characters",
        }),
    }),
    reply: Done,
    errors: ["conflict"],
  },
  "DELETE /pages/:page_id/secrets/:name": {
    scope: "page",
    permission: "build",
    audit: "secret_deleted",
    summary: "Delete a secret",
    description: "Calls that use it fail from now on.",
    params: inSecret,
    reply: Done,
    errors: ["not_found"],
  },
} satisfies ManagementContract;
