/** The customer before or behind this one in the list; the first one if none is open. Undefined at the list's ends. */
export function neighbourOf(order: readonly string[], psid: string | undefined, by: 1 | -1): string | undefined {
  const at = psid === undefined ? -1 : order.indexOf(psid);
  return at === -1 ? order[0] : order[at + by];
}
