/** The payload of a button or quick reply: `b1042.0` is the first one of message 1042. */
export const payloadOf = (messageId: number, place: number) => `b${messageId}.${place}`;

export function messagePlaceOf(payload: string): { messageId: number; index: number } | undefined {
  const [, messageId, index] = /^b([0-9]{1,15})\.([0-9]{1,3})$/.exec(payload) ?? [];
  return messageId && index ? { messageId: Number(messageId), index: Number(index) } : undefined;
}

/** The payload of the reply under an advertisement's welcome: it names the growth tool. */
export const toolPayload = (toolId: number) => `t${toolId}`;
