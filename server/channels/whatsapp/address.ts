import { whatsapp as facts } from "@banter/core/channels/whatsapp.ts";

/**
 * How a person is known. A psid is `wa_` and the digits of the number they are called by; one who hides their number is
 * `wa_` and the id that WhatsApp gives them for this business, such as `wa_US.13491208655302741918`. Callers of the public
 * API know numbers, so the number comes first where a webhook tells both.
 */
export function psidOf({ phone, userId }: Person): string | undefined {
  const id = phone ?? userId;
  return id === undefined ? undefined : `wa_${id}`;
}

export type Person = { phone?: string; userId?: string };

/** WhatsApp has been seen to put either into one field, so what it looks like decides. */
export function personOf(ids: (string | undefined)[]): Person {
  const phone = ids.find((id) => id !== undefined && isPhone(id));
  const userId = ids.find((id) => id !== undefined && isUserId(id));
  return { ...(phone && { phone }), ...(userId && { userId }) };
}

/** The field of a request that names whom it is for. */
export function recipientOf(psid: string): { to: string } | { recipient: string } {
  const id = psid.replace(/^wa_/, "");
  return isPhone(id) ? { to: id } : { recipient: id };
}

const isPhone = (id: string) => /^[0-9]{5,20}$/.test(id);
const isUserId = (id: string) => facts.otherCustomerId.test(id);
