import { z } from "zod";
import { SecretHost } from "../../flow/document/secret-host.ts";
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
    description:
      "The names of the page's secrets and the hosts they are sent to. A secret from before hosts were named has none, and is sent to any. Nobody can read the values.",
    params: inPage,
    reply: z.strictObject({
      secrets: z.array(z.strictObject({ name: z.string(), hosts: z.array(z.string()), updated_at: Time })),
    }),
  },
  "PUT /pages/:page_id/secrets/:name": {
    scope: "page",
    permission: "build",
    audit: "secret_set",
    summary: "Set a secret",
    description:
      "Adds a secret, or gives it another value or other hosts. Calls of flows use it as `{{secret.name}}` in addresses, headers and bodies, and only calls to its hosts get it. A new secret needs both; without `hosts`, a secret keeps its own. Without `value`, the hosts can be named for the first time or made fewer. An answer that repeats the value gets it masked.",
    params: inSecret,
    body: z.strictObject({
      value: z
        .string()
        .min(minLength)
        .max(4000)
        .refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed(), {
          error: "must not hold line ends or control characters",
        })
        .optional(),
      /** `api.example.com`, `*.example.com` for all hosts below it, `api.example.com:8443` for one port. */
      hosts: z.array(SecretHost).min(1).max(20).optional(),
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
