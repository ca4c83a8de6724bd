/** What each part of a message carries through the platform, to be known by in its echo. */
export const metadataOf = (messageId: number) => `banter:${messageId}`;

/** The message of ours that an echo is of; null if it is not of ours. */
export function messageIn(metadata: string | undefined): number | null {
  const [, messageId] = /^banter:([0-9]{1,15})$/.exec(metadata ?? "") ?? [];
  return messageId === undefined ? null : Number(messageId);
}
