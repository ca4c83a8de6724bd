import { byCode, type CodeMeaning } from "@banter/core/channels/refusal.ts";
import { whatsappRefusals } from "@banter/core/channels/whatsapp/refusals.ts";
import type { SendFailure } from "../../outbound/send-error.ts";

/** No error of WhatsApp's means that the message was sent. */
type WhatsappRefusal = Omit<CodeMeaning, "failure"> & { failure: SendFailure };

const refusals = byCode(whatsappRefusals) as ReadonlyMap<string, WhatsappRefusal>;

/** The meaning of an error code, which comes as the response to a request or later as a failed status. */
export function refusalOf(code: number): Omit<WhatsappRefusal, "codes" | "vi"> {
  const known = refusals.get(String(code));
  if (known) return known;
  if (code >= 200 && code <= 299) return { failure: "bad_settings", en: "The access token lacks a permission." };
  return { failure: "rejected", en: "WhatsApp refused the message." };
}
