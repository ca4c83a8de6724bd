import { z } from "zod";
import { GivenMapping, HookMapping } from "../../../events/hook-mapping.ts";
import { Currency, GoalName, GoalValue } from "../../../flow/happenings/goal.ts";
import { Id, WireId } from "../../../model/id.ts";
import { Name } from "../../../model/names.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inHook = inPage.extend({ hook_id: WireId });

const Hook = z.strictObject({
  id: Id,
  name: z.string(),
  mapping: HookMapping,
  is_on: z.boolean(),
  created_at: Time,
});

const MadeHook = z.strictObject({ hook: Hook, url: z.string() });

/** Addresses of a page that other programs call, and goals that customers reach. */
export const incomingHooks = {
  "GET /pages/:page_id/incoming_hooks": {
    scope: "page",
    permission: "look",
    summary: "List incoming hooks",
    description: "Oldest first. Their addresses hold a secret, and are not kept.",
    params: inPage,
    reply: z.strictObject({ hooks: z.array(Hook) }),
  },
  "POST /pages/:page_id/incoming_hooks": {
    scope: "page",
    permission: "build",
    audit: "incoming_hook_created",
    summary: "Create an incoming hook",
    description:
      "`mapping` says where in a call's body the customer, the values of fields and the value of a goal are, and which flow starts. The address is shown once.",
    params: inPage,
    body: z.strictObject({ name: Name, mapping: GivenMapping }),
    reply: MadeHook,
    errors: ["conflict"],
  },
  "PATCH /pages/:page_id/incoming_hooks/:hook_id": {
    scope: "page",
    permission: "build",
    audit: "incoming_hook_changed",
    summary: "Change an incoming hook",
    description: "Changes what is given.",
    params: inHook,
    body: z.strictObject({ name: Name.optional(), mapping: GivenMapping.optional(), is_on: z.boolean().optional() }),
    reply: Hook,
    errors: ["not_found"],
  },
  "DELETE /pages/:page_id/incoming_hooks/:hook_id": {
    scope: "page",
    permission: "build",
    audit: "incoming_hook_deleted",
    summary: "Delete an incoming hook",
    description: "Calls of its address fail from now on.",
    params: inHook,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/incoming_hooks/:hook_id/address": {
    scope: "page",
    permission: "build",
    audit: "incoming_hook_address_replaced",
    summary: "Replace the address of an incoming hook",
    description: "Makes another address, shown once. Calls of the old one fail from now on.",
    params: inHook,
    reply: MadeHook,
    errors: ["not_found"],
  },
  "GET /pages/:page_id/incoming_hooks/:hook_id/calls": {
    scope: "page",
    permission: "look",
    summary: "List the last calls of a hook",
    description: "The last 20 of seven days, newest first, with their bodies.",
    params: inHook,
    reply: z.strictObject({
      calls: z.array(
        z.strictObject({
          id: Id,
          at: Time,
          psid: z.string().nullable(),
          outcome: z.enum(["taken", "customer_missing", "customer_not_found", "off"]),
          body: z.string(),
        }),
      ),
    }),
    errors: ["not_found"],
  },
  "POST /pages/:page_id/incoming_hooks/try": {
    scope: "page",
    permission: "build",
    isQuiet: true,
    summary: "Try a mapping",
    description: "Says what a call with this body would do. Changes nothing.",
    params: inPage,
    body: z.strictObject({ mapping: GivenMapping, body: z.string().max(100_000) }),
    reply: z.strictObject({
      /** The text that names the customer, and the customer it fits. */
      customer: z.string().nullable(),
      psid: z.string().nullable(),
      fields: z.record(z.string(), z.string()),
      goal: z
        .strictObject({ name: z.string(), value: z.number().nullable(), currency: z.string().nullable() })
        .nullable(),
    }),
    errors: ["malformed_request"],
  },
  "POST /pages/:page_id/customers/:psid/goals": {
    scope: "page",
    permission: "converse",
    audit: "goal_recorded",
    isMail: true,
    summary: "Record a goal",
    description:
      "The customer has reached a goal: bought, booked, signed up. It is counted for the flow that is named or, without one, for the last flow that has sent them a message within 30 days. A call with a `key` that is known counts nothing.",
    params: inPage.extend({ psid: z.string().min(1).max(200) }),
    body: z.strictObject({
      name: GoalName,
      value: GoalValue.optional(),
      currency: Currency.optional(),
      flow_id: WireId.optional(),
      key: z.string().min(1).max(200).optional(),
    }),
    reply: Done,
    errors: ["customer_not_found", "flow_not_found", "unavailable"],
  },
} satisfies ManagementContract;
