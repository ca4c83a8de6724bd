/** What the chat in its frame tells the page around it. */
export type FromFrame = { type: "ready" } | { type: "unread"; count: number } | { type: "close" };

/** What the page around it tells the chat: is it shown, and does the visitor look at this tab? */
export type FromHost = { type: "state"; open: boolean; focused: boolean };

export function seal<M extends FromFrame | FromHost>(message: M): M & { banter: 1 } {
  return { ...message, banter: 1 };
}

export function readFromFrame(data: unknown): FromFrame | undefined {
  if (!isSealed(data)) return undefined;
  if (data.type === "ready" || data.type === "close") return { type: data.type };
  const { type, count } = data;
  return type === "unread" && Number.isSafeInteger(count) && Number(count) >= 0
    ? { type, count: Number(count) }
    : undefined;
}

export function readFromHost(data: unknown): FromHost | undefined {
  if (!isSealed(data) || data.type !== "state") return undefined;
  const { open, focused } = data;
  return typeof open === "boolean" && typeof focused === "boolean" ? { type: "state", open, focused } : undefined;
}

function isSealed(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && "banter" in data && data.banter === 1;
}
