/** Sent along with each part of a message. Meta gives it back in the echo, which shows that the echo is of ours. */
export const metadataOf = (messageId: number) => `banter:${messageId}`;

/** The id of our message; null if the echo is of a message that was not sent by us. */
export function messageIn(metadata: string | undefined): number | null {
  const [, messageId] = /^banter:([0-9]{1,15})$/.exec(metadata ?? "") ?? [];
  return messageId === undefined ? null : Number(messageId);
}
