/**
 * The payload that a press comes back with. It names what was pressed, never where that leads, so it stays short enough
 * for every platform and cannot be forged for something that was never offered.
 *
 *     b1042.0   the first pressable (button, quick reply, card link) of message 1042
 *     m12       main menu item 12
 *     i7        ice breaker 7
 *     t3        the reply to an advertisement that was made for growth tool 3
 */
export type PressPayload =
  | { type: "message"; messageId: number; index: number }
  | { type: "menu"; id: number }
  | { type: "ice_breaker"; id: number }
  | { type: "tool"; id: number };

export const messagePayload = (messageId: number, index: number) => `b${messageId}.${index}`;
export const menuPayload = (itemId: number) => `m${itemId}`;
export const iceBreakerPayload = (iceBreakerId: number) => `i${iceBreakerId}`;
export const toolPayload = (toolId: number) => `t${toolId}`;

/** Undefined for a payload that another tool has made. */
export function parsePressPayload(payload: string): PressPayload | undefined {
  const [, messageId, index, letter, id] = form.exec(payload) ?? [];
  if (messageId !== undefined) return { type: "message", messageId: Number(messageId), index: Number(index) };
  return letter === undefined ? undefined : { type: typeOf[letter as keyof typeof typeOf], id: Number(id) };
}

const form = /^(?:b([0-9]{1,15})\.([0-9]{1,3})|([mit])([0-9]{1,15}))$/;

const typeOf = { m: "menu", i: "ice_breaker", t: "tool" } as const;
