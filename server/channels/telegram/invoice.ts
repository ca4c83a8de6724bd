import type { InvoiceAction } from "@banter/core/flow/outgoing.ts";
import { stars } from "@banter/core/model/content/invoice.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { RenderContext } from "../outbound.ts";
import type { Settings } from "./settings.ts";
import { startParameterOf } from "./start-parameter.ts";

/** The parameters of sendInvoice besides the chat. https://core.telegram.org/bots/api#sendinvoice */
export type InvoiceBody = {
  title: string;
  description: string;
  payload: string;
  currency: string;
  prices: { label: string; amount: number }[];
  start_parameter: string;
  provider_token?: string;
  photo_url?: string;
};

/** The bill as Telegram takes it. Every currency but Telegram's own needs a payment provider. */
export function invoiceBody(
  { title, description, currency, prices, photo_url, name = "" }: InvoiceAction,
  { messageId }: Pick<RenderContext, "messageId">,
  { providerToken }: Pick<Settings, "providerToken">,
): InvoiceBody {
  if (currency !== stars && !providerToken) {
    const says = "The page has no payment provider token, which invoices in this currency need.";
    throw new SendError("rejected", says, undefined, "page", "provider_missing");
  }
  return {
    title: title.slice(0, 32),
    description: description.slice(0, 255),
    payload: `invoice ${messageId} ${name}`.trim(),
    currency,
    prices,
    // Without it, forwarded copies could be paid by anybody. With it, they lead to this chat like a link with that ref.
    start_parameter: (name && startParameterOf(name)) || "invoice",
    ...(currency !== stars && providerToken && { provider_token: providerToken }),
    ...(photo_url !== undefined && { photo_url }),
  };
}

/** The message and the name of an invoice of ours, by its payload; undefined for an invoice of another tool. */
export function readInvoicePayload(payload: string): { messageId: number; name?: string } | undefined {
  const [, id, name] = /^invoice ([0-9]{1,15})(?: ([A-Za-z0-9_.-]{1,50}))?$/.exec(payload) ?? [];
  if (id === undefined) return undefined;
  return { messageId: Number(id), ...(name !== undefined && { name }) };
}
