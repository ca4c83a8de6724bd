/**
 * How long after the customer's last message a page may write freely, and the tags that let a message through later.
 * https://developers.facebook.com/docs/messenger-platform/policy/policy-overview
 */
export type MessagingWindow = { seconds: number; tags: readonly string[] };

/** `silentSeconds` is null for a customer who has never written: the platform decides about them. */
export function isOutsideWindow(window: MessagingWindow | null, silentSeconds: number | null): boolean {
  return window !== null && silentSeconds !== null && silentSeconds > window.seconds;
}
