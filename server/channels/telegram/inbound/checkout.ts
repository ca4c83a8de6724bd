import { SendError } from "../../../outbound/send-error.ts";
import type { FindInvoice } from "../../inbound.ts";
import { callApi } from "../call-api.ts";
import { readInvoicePayload } from "../invoice.ts";
import type { Settings } from "../settings.ts";
import { PreCheckoutQuery, Update } from "./update.ts";

/**
 * Lets the customer pay, or tells them why not. Telegram waits ten seconds for this. It refuses a second answer, which
 * is fine.
 */
export async function answer(body: unknown, settings: Settings, findInvoice: FindInvoice): Promise<void> {
  const { data: query } = PreCheckoutQuery.safeParse(Update.safeParse(body).data?.pre_checkout_query);
  if (!query) return;
  const fault = await findFault(query, findInvoice);
  const { [query.from.language_code?.slice(0, 2) ?? "en"]: words = faults.en } = faults;
  const reply = fault === undefined ? { ok: true } : { ok: false, error_message: words?.[fault] };
  try {
    await callApi(settings, "answerPreCheckoutQuery", { pre_checkout_query_id: query.id, ...reply });
  } catch (error) {
    if (!(error instanceof SendError) || error.failure !== "rejected") throw error;
  }
}

type Fault = "unknown" | "anothers" | "old" | "paid" | "amount";

/** Nobody here would deliver what is paid for by an invoice of another tool. */
async function findFault(query: PreCheckoutQuery, findInvoice: FindInvoice): Promise<Fault | undefined> {
  const named = readInvoicePayload(query.invoice_payload);
  const sent = named && (await findInvoice(named.messageId));
  if (!sent) return "unknown";
  const { psid, invoice, ageMs, isPaid } = sent;
  if (psid !== `tg_${query.from.id}`) return "anothers";
  if (isPaid) return "paid";
  if (ageMs > maxAgeMs) return "old";
  const total = invoice.prices.reduce((sum, { amount }) => sum + amount, 0);
  return invoice.currency === query.currency && total === query.total_amount ? undefined : "amount";
}

/** Prices change, and goods are sold out. */
const maxAgeMs = 30 * 24 * 3_600_000;

/** Shown by Telegram to the person who pays, by the language of their app. */
const faults: Record<string, Record<Fault, string>> = {
  en: {
    unknown: "This invoice is not known here. Please ask for a new one.",
    anothers: "This invoice is for somebody else. Please ask for one of your own.",
    old: "This invoice is no longer valid. Please ask for a new one.",
    paid: "This invoice is already paid.",
    amount: "The amount of this invoice is not right. Please ask for a new one.",
  },
  vi: {
    unknown: "Không tìm thấy hóa đơn này. Vui lòng yêu cầu hóa đơn mới.",
    anothers: "Hóa đơn này dành cho người khác. Vui lòng yêu cầu hóa đơn của bạn.",
    old: "Hóa đơn này đã hết hiệu lực. Vui lòng yêu cầu hóa đơn mới.",
    paid: "Hóa đơn này đã được thanh toán.",
    amount: "Số tiền của hóa đơn này không đúng. Vui lòng yêu cầu hóa đơn mới.",
  },
};
