/**
 * Links to some platforms' chats can hold only a text for the customer to send. So a ref becomes the text
 * `/start poster`, which customers do not write by chance.
 */
export function startWords(ref: string): string {
  return `/start ${ref}`;
}

/** The ref, and the text that the customer wrote behind it. */
export function readStartWords(text: string): { ref: string; rest: string } | undefined {
  const [, ref, rest = ""] = /^\s*\/start +([A-Za-z0-9_.=-]{1,100})(?:\s+(.*))?$/su.exec(text) ?? [];
  return ref === undefined ? undefined : { ref, rest: rest.trim() };
}
