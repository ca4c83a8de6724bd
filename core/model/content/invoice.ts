import { z } from "zod";
import { text } from "../text.ts";
import { MediaUrl } from "./url.ts";

/** A currency inside of one platform. It has no parts and needs no payment provider. */
export const stars = "XTR";

/** The code of a currency of ISO 4217, or Stars. */
const Currency = z.string().refine((code) => code === stars || Intl.supportedValuesOf("currency").includes(code), {
  error: "must be a currency such as EUR, or XTR for Stars",
});

const amountForm = /^[0-9]{1,9}([.,][0-9]{1,3})?$/;

const Price = z.strictObject({
  label: text(100).meta({ label: "Item", input: "text", template: "text", isRead: true }),
  /** In units of the currency: `12.50`. A variable may stand here. */
  amount: z
    .string()
    .max(100)
    .refine((amount) => amountForm.test(amount) || amount.includes("{{"), { error: "must be an amount such as 12.50" })
    .meta({ label: "Amount", input: "text", template: "text" }),
});

/** A bill that the customer can pay inside of the chat. Channels without payments show its text. */
export function invoiceMessage() {
  return z
    .strictObject({
      type: z.literal("invoice"),
      title: text(32).meta({ label: "Title", input: "text", template: "text", isRead: true }),
      description: text(255).meta({ label: "Description", input: "long-text", template: "text", isRead: true }),
      currency: Currency.meta({ label: "Currency", input: "text" }),
      prices: z.array(Price).min(1).max(20).meta({ label: "Prices" }),
      photo_url: MediaUrl.optional().meta({ label: "Picture", input: "media-url", template: "url" }),
      /** Comes back with the payment, and growth tools can wait for it. */
      name: InvoiceName.optional().meta({ label: "Name of the invoice", input: "text" }),
    })
    .superRefine(({ currency, prices }, context) => {
      if (currency === stars && prices.length > 1)
        context.addIssue({ code: "custom", path: ["prices"], message: "must be one price for Stars" });
    });
}

export const InvoiceName = z.string().regex(/^[A-Za-z0-9_.-]{1,50}$/, "must be letters, digits and any of _ . -");

/** How many digits of an amount are below the unit of the currency. */
function fractionDigits(currency: string): number {
  if (currency === stars || !/^[A-Z]{3}$/.test(currency)) return 0;
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return maximumFractionDigits;
}

/** An amount in the smallest part of the currency: 1250 for `12.50` of EUR. Undefined if it is no such amount. */
export function minorAmount(amount: string, currency: string): number | undefined {
  if (!amountForm.test(amount.trim())) return undefined;
  const minor = Number(amount.trim().replace(",", ".")) * 10 ** fractionDigits(currency);
  const whole = Math.round(minor);
  return whole > 0 && Math.abs(minor - whole) < 1e-6 ? whole : undefined;
}

/** The opposite: `12.50` for 1250 of EUR. */
export function majorAmount(minor: number, currency: string): string {
  const digits = fractionDigits(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

/** An amount for people: `12.50 EUR`. Stars have a sign that is understood everywhere. */
export function amountText(minor: number, currency: string): string {
  return `${majorAmount(minor, currency)} ${currency === stars ? "⭐" : currency}`;
}
