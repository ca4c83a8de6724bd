import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import type { AccountNotice } from "../../account-notice.ts";
import { cut } from "../../text/cut.ts";

/**
 * Meta has warned a page, blocked its messages or lets them through again. It is about no customer.
 * https://developers.facebook.com/documentation/business-messaging/messenger-platform/webhooks/webhook-events/messaging_policy_enforcement
 *
 *     { "recipient": { "id": "PAGE" }, "timestamp": 1794700800000,
 *       "policy_enforcement": { "action": "block", "reason": "…" } }
 */
const Enforcement = z.object({ action: z.string(), reason: z.string().optional().catch(undefined) });

/** The notices about a page in a body. */
export function policyNotices(body: unknown, pageId: string): AccountNotice[] {
  if (!isObject(body) || body.object !== "page") return [];
  return objectsIn(body.entry)
    .filter(({ id }) => String(id) === pageId)
    .flatMap(({ messaging }) => objectsIn(messaging))
    .filter(isNotice)
    .flatMap((item) => [
      ...enforcementNotices(Enforcement.safeParse(item.policy_enforcement).data),
      ...integrityNotices(Integrity.safeParse(item).data),
    ]);
}

/** Nearly every item is of a customer, and schemas that do not match are slow. */
const isNotice = ({ policy_enforcement, status }: JsonObject) =>
  policy_enforcement !== undefined || status !== undefined;

/**
 * The status of the whole page, which Meta sends in the field `business_integrity`.
 * https://developers.facebook.com/docs/pages-api/integrity-webhook
 *
 *     { "timestamp": 1794700800, "status": "restricted",
 *       "violations": [{ "type": "SPAM", "description": "…", "url": "…" }],
 *       "restrictions": [{ "feature": "page_messaging", "description": "…" }] }
 */
const Reasons = z
  .array(z.object({ description: z.string().optional().catch(undefined) }))
  .optional()
  .catch(undefined);
const Integrity = z.object({
  status: z.enum(["ok", "warning", "restricted", "suspended"]),
  violations: Reasons,
  restrictions: Reasons,
});

function integrityNotices(integrity: z.infer<typeof Integrity> | undefined): AccountNotice[] {
  if (!integrity) return [];
  const { status, violations = [], restrictions = [] } = integrity;
  const reasons = [...restrictions, ...violations].flatMap(({ description }) => cut(description, 200) ?? []);
  const text = `${statusWords[status]}${reasons.length === 0 ? "." : `: ${reasons.slice(0, 5).join(" ")}`}`;
  if (status === "warning") return [{ type: "warning", text }];
  return [{ type: "account", change: { restriction: status === "ok" ? null : text }, text }];
}

const statusWords = {
  ok: "Meta has lifted its restrictions of the page",
  warning: "Meta warns the page that it breaks a policy",
  restricted: "Meta has restricted the page",
  suspended: "Meta has suspended the page",
};

function enforcementNotices(enforcement: z.infer<typeof Enforcement> | undefined): AccountNotice[] {
  if (!enforcement) return [];
  const { action, reason } = enforcement;
  const because = cut(reason, 500) === undefined ? "." : `: ${cut(reason, 500)}`;
  if (action === "unblock") {
    return [{ type: "account", change: { restriction: null }, text: "Meta lets the page send messages again." }];
  }
  if (action === "warning") {
    return [{ type: "warning", text: `Meta warns the page that it breaks a policy${because}` }];
  }
  if (action !== "block") return [];
  const text = `Meta has blocked messages of the page${because}`;
  return [{ type: "account", change: { restriction: text }, text }];
}

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
