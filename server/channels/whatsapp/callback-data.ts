/**
 * What WhatsApp gives back with every status of a request: `1042 2/3 wa_84901234567` is the second of three that message
 * 1042 takes. The psid is in it because a status may name the person otherwise than the message did.
 */
export function callbackData({ messageId, psid }: { messageId: number; psid: string }, part: number, parts: number) {
  return `${messageId} ${part}/${parts} ${psid}`;
}

export type CallbackData = { messageId: number; psid: string; isLast: boolean };

/** Undefined where something else than we has sent the message. */
export function readCallbackData(text: string | undefined): CallbackData | undefined {
  const [, messageId, part, parts, psid] = /^([0-9]{1,15}) ([0-9]+)\/([0-9]+) (wa_[\w.-]+)$/.exec(text ?? "") ?? [];
  return messageId && psid ? { messageId: Number(messageId), psid, isLast: part === parts } : undefined;
}
