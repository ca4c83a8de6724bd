import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";

/**
 * The psid of a person is `wa_` and the digits of their phone number, or, if they hide it, the id that WhatsApp gives
 * them for this business, such as `wa_US.13491208655302741918`. Callers of the public API know numbers, so the number
 * is preferred if a webhook has both.
 */
export function psidOf({ phone, userId }: Person): string | undefined {
  const id = phone ?? userId;
  return id === undefined ? undefined : `wa_${id}`;
}

export type Person = { phone?: string; userId?: string };

/** WhatsApp has been seen to put either id into the same field, so their form decides. */
export function personOf(ids: (string | undefined)[]): Person {
  const phone = ids.find((id) => id !== undefined && isPhone(id));
  const userId = ids.find((id) => id !== undefined && isUserId(id));
  return { ...(phone && { phone }), ...(userId && { userId }) };
}

/** The field of a request that names its recipient. */
export function recipientOf(psid: string): { to: string } | { recipient: string } {
  const id = psid.replace(/^wa_/, "");
  return isPhone(id) ? { to: id } : { recipient: id };
}

const isPhone = (id: string) => /^[0-9]{5,20}$/.test(id);
const isUserId = (id: string) => facts.otherCustomerId.test(id);
