/**
 * A payload is what a platform or the web chat sends back when a customer presses something:
 *
 *     b1042.0   the first button or quick reply of message 1042
 *     m12       menu item 12
 *     i7        ice breaker 7
 *     t3        the reply under an advertisement of growth tool 3
 */
export const payloadOf = (messageId: number, place: number) => `b${messageId}.${place}`;
export const menuPayload = (itemId: number) => `m${itemId}`;
export const iceBreakerPayload = (iceBreakerId: number) => `i${iceBreakerId}`;
export const toolPayload = (toolId: number) => `t${toolId}`;

export function messagePlaceOf(payload: string): { messageId: number; index: number } | undefined {
  const [, messageId, index] = /^b([0-9]{1,15})\.([0-9]{1,3})$/.exec(payload) ?? [];
  return messageId && index ? { messageId: Number(messageId), index: Number(index) } : undefined;
}
