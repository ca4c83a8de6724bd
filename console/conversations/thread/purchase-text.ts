import { stars } from "@banter/core/model/content/invoice.ts";
import type { TFunction } from "i18next";
import type { Message } from "../queries.ts";

export type Attachment = NonNullable<Message["input"]>["attachments"][number];

/** Currencies come from the platform and may be unknown. */
export function priceText(price: number, currency: string | undefined, language: string): string {
  if (currency && /^[A-Z]{3}$/.test(currency))
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(price);
  return [new Intl.NumberFormat(language).format(price), currency].filter(Boolean).join(" ");
}

export const paidText = ({ amount, currency }: NonNullable<Attachment["payment"]>, language: string): string =>
  currency === stars ? `${amount} ⭐` : priceText(Number(amount), currency, language);

/** An order or a payment in one line: "2 × cake-7, 1 × tea · ₫350,000". */
export function purchaseText({ order, payment }: Attachment, language: string, t: TFunction<"conversations">): string {
  if (payment) {
    const what = t(payment.is_refund ? "bubble.refund" : "kinds.payment");
    return payment.amount === undefined ? what : `${what} · ${paidText(payment, language)}`;
  }
  const items = order?.items ?? [];
  const names = items.map(({ quantity, product_id: product }) => t("bubble.item", { quantity, product })).join(", ");
  const [currency] = items.map((item) => item.currency);
  const isPriced = items.length > 0 && items.every((item) => item.price !== undefined && item.currency === currency);
  const total = items.reduce((sum, { price = 0, quantity }) => sum + price * quantity, 0);
  return isPriced ? `${names} · ${priceText(total, currency, language)}` : names || t("kinds.order");
}
