/**
 * Data that WhatsApp returns with every status of a request: `1042 2/3 wa_84901234567` is the second of three requests
 * for message 1042. It holds the psid because a status may identify the person differently than the message did.
 */
export function callbackData({ messageId, psid }: { messageId: number; psid: string }, part: number, parts: number) {
  return `${messageId} ${part}/${parts} ${psid}`;
}

export type CallbackData = { messageId: number; psid: string; isLast: boolean };

/** Undefined if the message was not sent by us. */
export function readCallbackData(text: string | undefined): CallbackData | undefined {
  const [, messageId, part, parts, psid] = /^([0-9]{1,15}) ([0-9]+)\/([0-9]+) (wa_[\w.-]+)$/.exec(text ?? "") ?? [];
  return messageId && psid ? { messageId: Number(messageId), psid, isLast: part === parts } : undefined;
}
