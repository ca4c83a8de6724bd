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
    .flatMap(({ policy_enforcement }) => noticeOf(Enforcement.safeParse(policy_enforcement).data));
}

function noticeOf(enforcement: z.infer<typeof Enforcement> | undefined): AccountNotice[] {
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
