import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import type { AccountNotice } from "../../account-notice.ts";
import type { Settings } from "../settings.ts";

/**
 * Webhooks about templates, numbers and the account name the account, not a number. Meta sends them only to the app's
 * own address. https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
 */
export function accountsIn(body: unknown): string[] {
  const ids = changesIn(body).flatMap(({ account, field }) => (Object.hasOwn(readers, field) ? [account] : []));
  return [...new Set(ids)];
}

export function noticesIn(body: unknown, settings: Settings): AccountNotice[] {
  return changesIn(body)
    .filter(({ account }) => account === settings.businessAccountId)
    .flatMap(({ field, value }) => readers[field]?.(value, settings) ?? []);
}

const readers: Record<string, (value: JsonObject, settings: Settings) => AccountNotice[]> = {
  message_template_status_update(value) {
    const { data } = Status.safeParse(value);
    if (!data) return [];
    const { event } = data;
    const reason = data.other_info?.description ?? data.other_info?.title ?? reasonOf(data.reason);
    const status = restored.has(event) ? "APPROVED" : event;
    const words = `The template ${titleOf(data)} ${statusWords[event] ?? `is now ${event}`}`;
    const text = `${words}${reason === null ? "" : `: ${reason}`}${/[.!]$/.test(reason ?? "") ? "" : "."}`;
    // A flagged template can still be sent.
    const change = event === "FLAGGED" ? { reason } : { status, reason };
    return [{ type: "template", ...keyOf(data), change, text, isWarning: event === "FLAGGED" }];
  },
  message_template_quality_update(value) {
    const { data } = Quality.safeParse(value);
    if (!data) return [];
    const quality = data.new_quality_score;
    const text = `The quality of the template ${titleOf(data)} is now ${quality.toLowerCase()}.`;
    return [{ type: "template", ...keyOf(data), change: { quality }, text, isWarning: false }];
  },
  template_category_update(value) {
    const { data } = Category.safeParse(value);
    if (!data) return [];
    const { new_category: category, previous_category, correct_category } = data;
    const text = category
      ? `The template ${titleOf(data)} is now billed as ${category.toLowerCase()}${previous_category ? `, not as ${previous_category.toLowerCase()}` : ""}.`
      : `The template ${titleOf(data)} will be billed as ${(correct_category ?? "another category").toLowerCase()}.`;
    const change = category ? { category } : {};
    return [{ type: "template", ...keyOf(data), change, text, isWarning: !category }];
  },
  message_template_components_update: () => [{ type: "templates_changed" }],
  phone_number_quality_update(value, { phoneNumber }) {
    const { data } = NumberQuality.safeParse(value);
    if (!data || data.display_phone_number.replaceAll(/[^0-9]/g, "") !== phoneNumber) return [];
    const { event, current_limit, max_daily_conversations_per_business } = data;
    const limit = max_daily_conversations_per_business ?? current_limit;
    const quality = event === "FLAGGED" ? { quality: "FLAGGED" } : event === "UNFLAGGED" ? { quality: null } : {};
    const change = { ...quality, ...(limit !== undefined && { messagingLimit: limit }) };
    const about = limit === undefined ? "" : ` People whom the page may write to first, per day: ${limitWords(limit)}.`;
    return [{ type: "account", change, text: `${numberWords[event] ?? `The number: ${event}.`}${about}` }];
  },
  flows(value) {
    const { data } = FormStatus.safeParse(value);
    if (!data) return [];
    const isBack = data.new_status === "PUBLISHED" && Object.hasOwn(formWords, data.old_status);
    const words = isBack ? "can be used again." : formWords[data.new_status];
    return words === undefined ? [] : [{ type: "warning", text: `The form ${data.flow_id} ${words}` }];
  },
  account_update(value) {
    const { data } = Account.safeParse(value);
    return data ? accountNotices(data) : [];
  },
  account_review_update(value) {
    const { data } = Review.safeParse(value);
    const text = data && reviewWords[data.decision];
    if (text === undefined) return [];
    return [{ type: "account", change: { restriction: data?.decision === "APPROVED" ? null : text }, text }];
  },
  account_alerts(value, { phoneNumberId }) {
    const { data } = Alert.safeParse(value);
    if (!data || (data.entity_type === "PHONE_NUMBER" && data.entity_id !== phoneNumberId)) return [];
    const { alert_severity, alert_status, alert_type, alert_description } = data.alert_info;
    if (alert_severity === "INFORMATIONAL" || alert_status === "NONE") return [];
    return [{ type: "warning", text: `WhatsApp warns: ${alert_description ?? alert_type}` }];
  },
};

function accountNotices({
  event,
  ban_info,
  violation_info,
  restriction_info,
}: z.infer<typeof Account>): AccountNotice[] {
  const violation = violation_info?.violation_type ? ` (${violation_info.violation_type})` : "";
  const of = (restriction: string | null, text: string): AccountNotice[] => [
    { type: "account", change: { restriction }, text },
  ];
  const ban = ban_info?.waba_ban_state;
  if (ban === "REINSTATE") return of(null, "WhatsApp has given the account back.");
  if (ban === "SCHEDULE_FOR_DISABLE") {
    const text = `WhatsApp will disable the account${ban_info?.waba_ban_date ? ` on ${ban_info.waba_ban_date}` : ""}.`;
    return of(text, text);
  }
  if (ban === "DISABLE" || event === "ACCOUNT_DELETED") {
    const text =
      event === "ACCOUNT_DELETED" ? "The WhatsApp Business account was deleted." : "WhatsApp has disabled the account.";
    return of(text, text);
  }
  if (event === "ACCOUNT_VIOLATION") {
    const text = `WhatsApp says that the account has broken a policy${violation}.`;
    return of(text, text);
  }
  if (event === "ACCOUNT_RESTRICTION") {
    const kinds = (restriction_info ?? []).map(({ restriction_type }) => restriction_type).join(", ");
    const text =
      kinds === "" ? "WhatsApp has lifted its restrictions." : `WhatsApp has restricted the account: ${kinds}.`;
    return of(kinds === "" ? null : text, text);
  }
  const end = endings[event];
  return end === undefined ? [] : [{ type: "warning", text: `${end} Connect the page again.` }];
}

/** Events after which the account's webhooks and messages no longer pass. */
const endings: Record<string, string> = {
  ACCOUNT_OFFBOARDED: "WhatsApp has ended the connection of the account.",
  PARTNER_REMOVED: "The WhatsApp Business account is no longer shared with the app's business.",
  PARTNER_APP_UNINSTALLED: "The app was removed from the WhatsApp Business account.",
};

/** Events after which a template can be sent. */
const restored = new Set(["APPROVED", "REINSTATED", "UNLOCKED", "UNARCHIVED"]);

const statusWords: Record<string, string> = {
  APPROVED: "can be sent",
  REINSTATED: "can be sent again",
  UNLOCKED: "can be sent again",
  UNARCHIVED: "can be sent again",
  PAUSED: "is paused",
  DISABLED: "is disabled",
  REJECTED: "was refused",
  FLAGGED: "has a bad quality and will soon be disabled",
  PENDING_DELETION: "is being deleted",
  DELETED: "was deleted",
  IN_APPEAL: "is being reviewed again",
  PENDING: "is being reviewed",
  LOCKED: "is locked",
  ARCHIVED: "was put into the archive",
};

const reviewWords: Record<string, string> = {
  APPROVED: "WhatsApp has approved the account.",
  REJECTED: "WhatsApp has rejected the account: it breaks a policy, and messages no longer pass.",
  PENDING: "WhatsApp reviews the account: until then messages do not pass.",
  DEFERRED: "WhatsApp has put off the review of the account: until then messages do not pass.",
};

const formWords: Record<string, string> = {
  THROTTLED: "is throttled: WhatsApp lets few customers open it, because its server often fails or is slow.",
  BLOCKED: "is blocked: customers cannot open it, because its server often fails or is slow.",
};

const numberWords: Record<string, string> = {
  FLAGGED: "The quality of the number is low.",
  UNFLAGGED: "The quality of the number is good again.",
  UPGRADE: "The number may write to more people.",
  DOWNGRADE: "The number may write to fewer people.",
  ONBOARDING: "The number is registered.",
  THROUGHPUT_UPGRADE: "The number may send faster.",
};

/** TIER_1K means 1,000. */
function limitWords(limit: string): string {
  const [, digits, thousands] = /^TIER_([0-9]+)(K?)$/.exec(limit) ?? [];
  if (digits !== undefined) return (Number(digits) * (thousands ? 1000 : 1)).toLocaleString("en");
  return limit === "TIER_UNLIMITED" ? "any number" : limit;
}

const reasonOf = (reason: string | undefined) => (reason === undefined || reason === "NONE" ? null : reason);

type Named = { message_template_name: string; message_template_language: string };
const keyOf = (named: Named) => ({ name: named.message_template_name, language: named.message_template_language });
const titleOf = (named: Named) => `${named.message_template_name} (${named.message_template_language})`;

/** By name and language: the number of a template may be too large for a number of JavaScript. */
const named = { message_template_name: z.string(), message_template_language: z.string() };
const word = z.string().optional().catch(undefined);

const Status = z.object({
  ...named,
  event: z.string(),
  reason: word,
  other_info: z.object({ title: word, description: word }).optional().catch(undefined),
});
const Quality = z.object({ ...named, new_quality_score: z.string() });
const Category = z.object({ ...named, new_category: word, previous_category: word, correct_category: word });
const NumberQuality = z.object({
  display_phone_number: z.string(),
  event: z.string(),
  current_limit: word,
  max_daily_conversations_per_business: word,
});
/** WhatsApp calls forms flows. https://developers.facebook.com/docs/whatsapp/flows/reference/flowswebhooks */
const FormStatus = z.object({ flow_id: z.string(), old_status: z.string().catch(""), new_status: z.string() });
const Review = z.object({ decision: z.string() });
const Alert = z.object({
  entity_type: word,
  entity_id: z.coerce.string().optional().catch(undefined),
  alert_info: z.object({ alert_severity: word, alert_status: word, alert_type: word, alert_description: word }),
});
const Account = z.object({
  event: z.string(),
  ban_info: z.object({ waba_ban_state: word, waba_ban_date: word }).optional().catch(undefined),
  violation_info: z.object({ violation_type: word }).optional().catch(undefined),
  restriction_info: z
    .array(z.object({ restriction_type: z.string() }))
    .optional()
    .catch(undefined),
});

function changesIn(body: unknown): { account: string; field: string; value: JsonObject }[] {
  if (!isObject(body) || body.object !== "whatsapp_business_account") return [];
  return objectsIn(body.entry).flatMap(({ id, changes }) =>
    objectsIn(changes).flatMap(({ field, value }) =>
      typeof id === "string" && /^[0-9]{1,32}$/.test(id) && typeof field === "string" && isObject(value)
        ? [{ account: id, field, value }]
        : [],
    ),
  );
}

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
