import { asLook, type Look } from "./look.ts";

/** Messages from the chat in its frame to the page around it. */
export type FromFrame = { type: "ready" } | { type: "unread"; count: number } | { type: "close" };

/** Messages from the page to the chat: is the chat shown, and does the page have the focus? */
type HostState = { type: "state"; open: boolean; focused: boolean };

/** Sent by the preview in the console, while the owner edits them. `form`: the form before the chat, if it is shown. */
export type PreviewMessage = { type: "look"; look: Look; form?: unknown };
export type FromHost = HostState | PreviewMessage;

/** The tag separates our messages from those of other scripts on the site. */
export function tagMessage<M extends FromFrame | FromHost>(message: M): M & { banter: 1 } {
  return { ...message, banter: 1 };
}

export function readFromFrame(data: unknown): FromFrame | undefined {
  if (!isTagged(data)) return undefined;
  if (data.type === "ready" || data.type === "close") return { type: data.type };
  const { type, count } = data;
  return type === "unread" && Number.isSafeInteger(count) && Number(count) >= 0
    ? { type, count: Number(count) }
    : undefined;
}

export function readFromHost(data: unknown): FromHost | undefined {
  if (!isTagged(data)) return undefined;
  if (data.type === "look") return { type: "look", look: asLook(data.look), form: data.form };
  if (data.type !== "state") return undefined;
  const { open, focused } = data;
  return typeof open === "boolean" && typeof focused === "boolean" ? { type: "state", open, focused } : undefined;
}

function isTagged(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && "banter" in data && data.banter === 1;
}
