import type { StepContent } from "../../model/content/content.ts";
import { amountText, minorAmount } from "../../model/content/invoice.ts";
import { isBlank } from "../../model/text.ts";
import type { OutgoingMessage } from "../outgoing.ts";
import type { Filler } from "./fill.ts";

type Invoice = Extract<StepContent["messages"][number], { type: "invoice" }>;

/** The bill with its amounts, and a text of it for channels that take no payments. */
export function renderInvoice(
  { title, description, currency, prices, photo_url, name }: Invoice,
  fill: Filler["fill"],
): OutgoingMessage | "empty_text" | "wrong_price" {
  const words = { title: fill(title), description: fill(description) };
  if (isBlank(words.title) || isBlank(words.description)) return "empty_text";
  const items = prices.map(({ label, amount }) => ({
    label: fill(label) || words.title,
    amount: minorAmount(fill(amount), currency) ?? 0,
  }));
  if (items.some(({ amount }) => amount === 0)) return "wrong_price";
  const total = items.reduce((sum, { amount }) => sum + amount, 0);
  const lines =
    items.length === 1
      ? [amountText(total, currency)]
      : [
          ...items.map(({ label, amount }) => `${label}: ${amountText(amount, currency)}`),
          `= ${amountText(total, currency)}`,
        ];
  return {
    type: "text",
    text: [words.title, words.description, ...lines].join("\n"),
    action: {
      type: "invoice",
      ...words,
      currency,
      prices: items,
      ...(photo_url !== undefined && { photo_url: fill(photo_url, "url") }),
      ...(name !== undefined && { name }),
    },
  };
}
