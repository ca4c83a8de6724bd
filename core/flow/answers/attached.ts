import { isBlank } from "../../model/text.ts";
import { isAttachedVariable } from "../../model/variables.ts";
import type { Attachment, Order } from "../event.ts";
import type { Reading } from "./reading.ts";

/** An answer that is no text: the value that stands for all of it, and its parts by name. */
export type AttachedAnswer = { value: string; parts: Record<string, string> };

/** Kinds of answers that customers give by sending something. */
export const attachedKinds = ["location", "form", "order"] as const;
export type AttachedKind = (typeof attachedKinds)[number];
export const isAttachedKind = (kind: string): kind is AttachedKind => attachedKinds.some((each) => each === kind);

/** Undefined if the customer has sent nothing of this kind. `formIds`: forms that the question has sent. */
export function readAttached(
  kind: AttachedKind,
  attachments: readonly Attachment[],
  formIds: readonly string[],
): AttachedAnswer | undefined {
  for (const attachment of attachments) {
    const answer = readers[kind](attachment, formIds);
    if (answer) return answer;
  }
  return undefined;
}

const readers: Record<
  AttachedKind,
  (attachment: Attachment, formIds: readonly string[]) => AttachedAnswer | undefined
> = {
  location({ type, latitude, longitude, title, address, url }) {
    if (type !== "location" || latitude === undefined || longitude === undefined) return undefined;
    const [north, east] = [String(latitude), String(longitude)];
    return {
      value: `${north},${east}`,
      parts: textsOf({ latitude: north, longitude: east, name: title, address, link: url }),
    };
  },
  /** A form that came by a template has no id of ours. One that was sent by another question is no answer to this. */
  form({ type, id, form }, formIds) {
    if (type !== "form" || !form) return undefined;
    if (id !== undefined && id !== "unused" && formIds.length > 0 && !formIds.includes(id)) return undefined;
    return { value: JSON.stringify(form.answers), parts: form.answers };
  },
  order({ type, order }) {
    return type === "order" && order ? readOrder(order) : undefined;
  },
};

function readOrder({ catalogId, items }: Order): AttachedAnswer {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const list = items.map(({ productId, quantity }) => `${quantity} × ${productId}`).join(", ");
  const currencies = [...new Set(items.flatMap(({ currency }) => currency ?? []))];
  // Prices of several currencies have no sum.
  const isPriced = currencies.length <= 1 && items.every(({ price }) => price !== undefined);
  const total = items.reduce((sum, { price = 0, quantity }) => sum + price * quantity, 0);
  return {
    value: list,
    parts: textsOf({
      items: list,
      count: String(count),
      total: isPriced ? String(Math.round(total * 100) / 100) : undefined,
      currency: currencies.length === 1 ? currencies[0] : undefined,
      catalog: catalogId,
      json: JSON.stringify(items),
    }),
  };
}

function textsOf(parts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

const maxVariables = 50;
const maxLength = 1000;

/** Parts of everything that the customer has sent, as variables: `order_total`, `location_address`, `form_colour`. */
export function attachedVariables(attachments: readonly Attachment[]): Record<string, string> {
  const found = attachedKinds.flatMap((kind): (readonly [string, string])[] => {
    const { parts = {} } = readAttached(kind, attachments, []) ?? {};
    return Object.entries(parts).map(([name, text]) => [`${kind}_${name}`, text.slice(0, maxLength)] as const);
  });
  found.push(...attachments.flatMap(paymentVariables));
  return Object.fromEntries(found.filter(([name]) => isAttachedVariable(name)).slice(0, maxVariables));
}

function paymentVariables({ payment }: Attachment): (readonly [string, string])[] {
  if (!payment) return [];
  const { amount, currency, chargeId, providerChargeId, method, invoice } = payment;
  const ids = { charge_id: chargeId, provider_charge_id: providerChargeId };
  const parts = textsOf({ amount, currency, ...ids, method, invoice });
  return Object.entries(parts).map(([name, text]) => [`payment_${name}`, text.slice(0, maxLength)] as const);
}

/** The customer's words or, if there are none, the number of the contact that they have shared. */
export function wordsWithContact(text: string, { attachments = [] }: Pick<Reading, "attachments">): string {
  if (!isBlank(text)) return text;
  return attachments.find(({ type }) => type === "contact")?.contact?.phones[0] ?? text;
}
