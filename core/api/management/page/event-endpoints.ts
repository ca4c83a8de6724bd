import { z } from "zod";
import { EventType, eventTypes } from "../../../events/event-type.ts";
import { RequestUrl } from "../../../model/content/url.ts";
import { Id, WireId } from "../../../model/id.ts";
import { Name } from "../../../model/names.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inEndpoint = inPage.extend({ endpoint_id: WireId });
const inDelivery = inEndpoint.extend({ event_id: z.string().min(1).max(64) });

const Types = z.array(EventType).min(1).max(eventTypes.length);

const Endpoint = z.strictObject({
  id: Id,
  name: z.string(),
  /** Null if the key that it was sealed with is missing. Roles that do not build see the host only. */
  url: z.string().nullable(),
  types: z.array(EventType),
  is_on: z.boolean(),
  /** Set if Banter has turned it off: it has failed for three days, or has answered 410. */
  stopped_because: z.enum(["failing", "gone"]).nullable(),
  failing_since: Time.nullable(),
  /** Why the last attempt has failed; null if it has not. Tests do not count. */
  failure: z.string().nullable(),
  /** Until then the secret before the newest signs too. */
  old_secret_until: Time.nullable(),
  created_at: Time,
});

const Delivery = z.strictObject({
  id: z.string(),
  type: z.string(),
  psid: z.string().nullable(),
  at: Time,
  state: z.enum(["waiting", "done", "failed"]),
  attempts: z.int(),
  due_at: Time.nullable(),
  tried_at: Time.nullable(),
  /** How the last attempt ended: `status 200`, `timeout`. */
  answer: z.string().nullable(),
});

/** Addresses of other programs that are told of a page's events. */
export const eventEndpoints = {
  "GET /pages/:page_id/event_endpoints": {
    scope: "page",
    permission: "look",
    summary: "List endpoints for events",
    description: "With how many events wait for each, and how many were given up.",
    params: inPage,
    reply: z.strictObject({ endpoints: z.array(Endpoint.extend({ waiting: z.int(), failed: z.int() })) }),
  },
  "POST /pages/:page_id/event_endpoints": {
    scope: "page",
    permission: "build",
    audit: "event_endpoint_created",
    summary: "Create an endpoint for events",
    description:
      "Each event of the chosen types is posted to the address, signed as Standard Webhooks describes. The secret is shown once. Addresses in private networks get nothing.",
    params: inPage,
    body: z.strictObject({ name: Name, url: RequestUrl, types: Types }),
    reply: z.strictObject({ endpoint: Endpoint, secret: z.string() }),
    errors: ["conflict"],
  },
  "PATCH /pages/:page_id/event_endpoints/:endpoint_id": {
    scope: "page",
    permission: "build",
    audit: "event_endpoint_changed",
    summary: "Change an endpoint for events",
    description:
      "Changes what is given. One that is turned off gives up the events that wait for it; they can be sent again.",
    params: inEndpoint,
    body: z.strictObject({
      name: Name.optional(),
      url: RequestUrl.optional(),
      types: Types.optional(),
      is_on: z.boolean().optional(),
    }),
    reply: Endpoint,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/event_endpoints/:endpoint_id": {
    scope: "page",
    permission: "build",
    audit: "event_endpoint_deleted",
    summary: "Delete an endpoint for events",
    description: "Its events go with it, also those that wait.",
    params: inEndpoint,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/event_endpoints/:endpoint_id/secret": {
    scope: "page",
    permission: "build",
    audit: "event_secret_replaced",
    summary: "Replace the secret of an endpoint",
    description: "Makes a new secret, shown once. For a day, events carry a signature of the old one too.",
    params: inEndpoint,
    reply: z.strictObject({ secret: z.string() }),
    errors: ["not_found", "conflict"],
  },
  "POST /pages/:page_id/event_endpoints/:endpoint_id/test": {
    scope: "page",
    permission: "build",
    audit: "event_test_sent",
    summary: "Send a test event",
    description: "It has the type `test`, is tried once, and is listed with the others. At most ten in a minute.",
    params: inEndpoint,
    reply: z.strictObject({ id: z.string() }),
    errors: ["not_found", "rate_limited"],
  },
  "GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries": {
    scope: "page",
    permission: "look",
    summary: "List deliveries of events",
    description: "Newest first, of the last seven days. `next` is the cursor of the next page.",
    params: inEndpoint,
    query: z.strictObject({
      state: z.enum(["waiting", "done", "failed"]).optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.strictObject({ deliveries: z.array(Delivery), next: z.string().nullable() }),
    errors: ["not_found"],
  },
  "GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id": {
    scope: "page",
    permission: "look",
    summary: "Get a delivery of an event",
    description: "With the body as it is sent now: customer and message are read for each attempt.",
    params: inDelivery,
    reply: Delivery.extend({ body: z.string() }),
    errors: ["not_found"],
  },
  "POST /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id/replay": {
    scope: "page",
    permission: "build",
    audit: "event_replayed",
    summary: "Send an event again",
    description: "With the id that it had, also if it has arrived.",
    params: inDelivery,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/event_endpoints/:endpoint_id/replay": {
    scope: "page",
    permission: "build",
    audit: "events_replayed",
    summary: "Send all failed events again",
    description: "Up to 10,000 that were given up, the oldest first. `replayed` says how many.",
    params: inEndpoint,
    reply: z.strictObject({ replayed: z.int() }),
    errors: ["not_found"],
  },
} satisfies ManagementContract;
