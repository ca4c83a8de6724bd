import { stars } from "../../model/content/invoice.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { Finding, LintContext } from "../problem.ts";

/** Finds invoices that nobody can pay, because the page has no payment provider. Stars need none. */
export function lintPayments(steps: JsonObject, { hasPaymentProvider }: LintContext): Finding[] {
  if (hasPaymentProvider !== false) return [];
  return Object.entries(steps).flatMap(([step, settings]): Finding[] => {
    const content = isObject(settings) && isObject(settings.content) ? settings.content : {};
    const messages = Array.isArray(content.messages) ? content.messages : [];
    return messages.flatMap((message, index): Finding[] => {
      if (!isObject(message) || message.type !== "invoice" || message.currency === stars) return [];
      const path = pointer(["steps", step, "content", "messages", index, "currency"]);
      return [{ code: "provider_missing", step, path, message: words }];
    });
  });
}

const words = "needs a payment provider, and the page has none";
