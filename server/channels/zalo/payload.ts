import { parsePressPayload } from "@banter/core/model/press-payload.ts";

// A pressed button comes back as a text with the button's data, which the customer does not see.

/** Zalo asks for data that begins with this sign. */
const sign = "#";

export const dataOf = (payload: string) => `${sign}${payload}`;

/** The payload of a pressed button; undefined for a text that the customer has written. */
export function payloadOf(text: string): string | undefined {
  const payload = text.trim().slice(sign.length);
  return text.trim().startsWith(sign) && parsePressPayload(payload) ? payload : undefined;
}
