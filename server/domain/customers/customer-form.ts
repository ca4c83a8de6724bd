import type { CustomerView } from "@banter/core/api/management/customers.ts";
import { isContact } from "@banter/core/channels/contact.ts";
import type { Consent, ConversationState } from "@banter/core/flow/state.ts";
import { isOutsideWindow, type MessagingWindow } from "../../channels/messaging-window.ts";
import type { ListedCustomer } from "../../store/customers/customer-rows.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { lastForm } from "../conversations/line-form.ts";
import { nameOf } from "./terms.ts";

/** A customer in the form of the management API. */
export function customerForm(line: ListedCustomer, window: MessagingWindow | null, now = databaseNow()): CustomerView {
  const silentSeconds = line.lastInputAt && (now - line.lastInputAt.getTime()) / 1000;
  return {
    psid: line.psid,
    name: nameOf(line) || null,
    first_name: line.firstName,
    last_name: line.lastName,
    picture_url: line.pictureUrl,
    email: line.email,
    phone: line.phone,
    locale: line.locale,
    timezone: line.timezone,
    tags: line.tags,
    fields: line.fields,
    source: sourceForm(line.source),
    created_at: line.createdAt,
    active_at: line.activeAt,
    last: line.lastFrom && lastForm(line.lastFrom, line.lastKind ?? "", line.lastText ?? ""),
    last_input_at: line.lastInputAt,
    is_window_open:
      line.unreachable === null &&
      !line.isBlocked &&
      (window === null || (silentSeconds !== null && !isOutsideWindow(window, silentSeconds))),
    unreachable: line.unreachable,
    is_blocked: line.isBlocked,
    is_contact: isContact(line.psid),
  };
}

/** The user name of a customer, the advertisement that they came by, and what they have said and agreed to. */
export function originForm(state: ConversationState | null) {
  const { userName = null, ad, marketing, formConsent } = state ?? {};
  const { title = null, body = null, url = null, clickId = null } = ad ?? {};
  return {
    user_name: userName,
    ad: ad ? { title, body, url, click_id: clickId } : null,
    marketing: marketing ? consentForm(marketing) : null,
    form_consent: formConsent
      ? { text: formConsent.text, url: formConsent.url ?? null, since: new Date(formConsent.since) }
      : null,
  };
}

const consentForm = ({ isWanted, since, how, words }: Consent) => ({
  ...{ is_wanted: isWanted, since: new Date(since), how: how ?? ("platform" as const), words: words ?? null },
});

function sourceForm(source: string | null): CustomerView["source"] {
  const [, type, value] = /^(ref|ad|direct|contact)(?: (.*))?$/s.exec(source ?? "") ?? [];
  return type ? { type: type as "ref" | "ad" | "direct" | "contact", value: value ?? null } : null;
}
