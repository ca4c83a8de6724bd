/** What a press of a message's pressable comes back with: `b1042.0` is the first pressable of message 1042. */
export const payloadOf = (messageId: number, place: number) => `b${messageId}.${place}`;

export function messagePlaceOf(payload: string): { messageId: number; index: number } | undefined {
  const [, messageId, index] = /^b([0-9]{1,15})\.([0-9]{1,3})$/.exec(payload) ?? [];
  return messageId && index ? { messageId: Number(messageId), index: Number(index) } : undefined;
}

/** What an answer to an advertisement comes back with: the growth tool that it was made for. */
export const toolPayload = (toolId: number) => `t${toolId}`;
