import type { ConversationMessage } from "@banter/core/api/management/conversations.ts";
import type { Referral } from "@banter/core/flow/customer.ts";
import type { Attachment, ConversationEvent, Payment, QuotedMessage } from "@banter/core/flow/event.ts";
import { isMessage, type OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { MessageEntry, ThreadEntry, TurnEntry } from "../../store/runtime/thread-entry.ts";

/**
 * Entries of one conversation in the form of the API. A quoted message is looked up among `entries` and `others`; one
 * that is not there has no text.
 */
export function messageForms(
  entries: readonly ThreadEntry[],
  others: readonly ThreadEntry[] = [],
): ConversationMessage[] {
  const all = [...others, ...entries];
  const quotable = quotableOf(all);
  const texts = new Map(all.flatMap(({ id, event }) => (event === null ? [] : [[id, textOfEvent(event)]])));
  return entries.map((entry) => (entry.content === null ? turnForm(entry, quotable) : sentForm(entry, texts)));
}

/** A message whose retry could end in nothing else: its content is at fault, or a member has dropped it. */
const finalReasons: ReadonlySet<string> = new Set([
  "empty_text",
  "empty_cards",
  "text_too_long",
  "wrong_price",
  "dropped",
  "customer_blocked",
]);

export const canRetry = ({ status, reason }: Pick<MessageEntry, "status" | "reason">): boolean =>
  status === "failed" && !finalReasons.has(reason ?? "");

/** `texts` are those of the customer's messages. */
function sentForm(entry: MessageEntry, texts: ReadonlyMap<number, string>): ConversationMessage {
  const { authorId, authorName, flowId, flowName, content } = entry;
  const quoted = isMessage(content) ? content.quoted : undefined;
  return {
    id: entry.id,
    at: entry.at,
    from: authorId === null ? "bot" : "person",
    author: authorId === null ? null : { user_id: authorId, name: authorName ?? "" },
    input: null,
    content: shownContent(content) as ConversationMessage["content"],
    quoted: quoted ? { id: quoted.id, text: texts.get(quoted.id) ?? quoted.text ?? "" } : null,
    echo: null,
    echo_change: null,
    state: entry.status,
    due_at: entry.status === "queued" ? entry.dueAt : null,
    reason: entry.reason,
    error_code: entry.errorCode,
    clicked: entry.clicked,
    possible_duplicate: entry.possibleDuplicate,
    notes: entry.notes,
    flow: flowId === null ? null : { id: flowId, step: entry.step, name: flowName },
    can_retry: canRetry(entry),
  };
}

/** Variables of the run and the platform's ids and tokens are not for people. */
function shownContent(content: OutgoingContent): unknown {
  if (content.type === "comment_action" || content.type === "control_pass") return content;
  if (content.type === "reaction") return { ...content, about: { id: content.about.id } };
  const { variables: _, reply: __, quoted: ___, ...shown } = content;
  return shown;
}

/** Input of the customer, or words of a person in the platform's own inbox. */
function turnForm({ id, at, event }: TurnEntry, quotable: Quotable): ConversationMessage {
  const isEcho = event.type === "takeover";
  return {
    id,
    at,
    from: isEcho ? "person" : "customer",
    author: null,
    input: isEcho ? null : inputOf(event, quotable),
    content: null,
    quoted: null,
    echo: isEcho ? (event.text ?? "") : null,
    echo_change: isEcho ? changeOf(event) : null,
    state: isEcho ? "sent" : "received",
    due_at: null,
    reason: null,
    error_code: null,
    clicked: [],
    possible_duplicate: false,
    notes: null,
    flow: null,
    can_retry: false,
  };
}

type Input = NonNullable<ConversationMessage["input"]>;

const changeOf = ({ isDeleted, isEdited }: { isDeleted?: true; isEdited?: true }) =>
  isDeleted ? "deleted" : isEdited ? "edited" : null;

const nothing = { attachments: [], is_deleted: false, is_edited: false, story: null, came_by: null, quoted: null };

function inputOf(event: ConversationEvent, quotable: Quotable): Input {
  if (event.type === "press") return { ...nothing, kind: "press", text: event.title };
  if (event.type === "referral") return { ...nothing, kind: "referral", text: event.ref, came_by: cameBy(event) };
  if (event.type === "comment") return { ...nothing, kind: "comment", text: event.text };
  if (event.type === "arrived") return { ...nothing, kind: "comment", text: event.comment };
  if (event.type === "follow") return { ...nothing, kind: "follow", text: "" };
  if (event.type === "reaction") {
    const { emoji, platformId } = event;
    const quoted = platformId === undefined ? null : quotedForm({ platformId }, quotable);
    return { ...nothing, kind: "reaction", text: emoji, quoted };
  }
  if (event.type !== "message") return { ...nothing, kind: "message", text: "" };
  const { text, attachments = [], isDeleted = false, isEdited = false, story = null, referral, quoted } = event;
  return {
    kind: "message",
    text,
    attachments: attachments.map(attachmentForm),
    is_deleted: isDeleted,
    is_edited: isEdited,
    story,
    came_by: referral ? cameBy(referral) : null,
    quoted: quoted ? quotedForm(quoted, quotable) : null,
  };
}

const cameBy = ({ ref, adId, ad }: Referral): Input["came_by"] => ({
  ref,
  ad_id: adId ?? null,
  ad_title: ad?.title ?? null,
  ad_url: ad?.url ?? null,
});

function attachmentForm(attachment: Attachment): Input["attachments"][number] {
  const { media: _, key: __, latitude, longitude, order, payment, ...others } = attachment;
  return {
    ...others,
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    ...(order && { order: orderForm(order) }),
    ...(payment && { payment: paymentForm(payment) }),
  };
}

const paymentForm = ({ amount, currency, chargeId, providerChargeId, method, isRefund, invoice }: Payment) => ({
  ...(amount !== undefined && { amount }),
  ...(currency !== undefined && { currency }),
  ...(chargeId !== undefined && { charge_id: chargeId }),
  ...(providerChargeId !== undefined && { provider_charge_id: providerChargeId }),
  ...(method !== undefined && { method }),
  is_refund: isRefund === true,
  ...(invoice !== undefined && { invoice }),
});

const orderForm = ({ catalogId, items }: NonNullable<Attachment["order"]>) => ({
  ...(catalogId !== undefined && { catalog_id: catalogId }),
  items: items.map(({ productId, ...item }) => ({ product_id: productId, ...item })),
});

type Quotable = ReadonlyMap<string, { id: number; text: string }>;

const quotedForm = ({ platformId, text = "" }: QuotedMessage, quotable: Quotable) =>
  quotable.get(platformId) ?? { id: null, text };

/** The messages of a conversation by the platform's ids. */
function quotableOf(entries: readonly ThreadEntry[]): Quotable {
  return new Map(
    entries.flatMap((entry) => {
      const found = { id: entry.id, text: entry.content === null ? textOfEvent(entry.event) : textOf(entry.content) };
      return platformIdsOf(entry).map((platformId) => [platformId, found] as const);
    }),
  );
}

function platformIdsOf(entry: ThreadEntry): string[] {
  if (entry.content !== null) return entry.platformId?.split(" ") ?? [];
  return "key" in entry.event && entry.event.key !== undefined ? [entry.event.key] : [];
}

function textOf(content: OutgoingContent): string {
  if (content.type === "reaction") return content.emoji ?? "";
  if (content.type === "text") return content.text;
  if (content.type === "comment_action") return content.action === "answer" ? content.text : "";
  return content.type === "cards" ? (content.elements[0]?.title ?? "") : "";
}

/** The words of an event, where it has any. */
export function textOfEvent(event: ConversationEvent): string {
  if (event.type === "press") return event.title;
  if (event.type === "referral") return event.ref;
  if (event.type === "comment") return event.text;
  if (event.type === "arrived") return event.comment;
  if (event.type === "reaction") return event.emoji;
  return event.type === "message" || event.type === "takeover" ? (event.text ?? "") : "";
}
