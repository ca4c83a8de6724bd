import type { Content } from "../model/content/content.ts";
import type { Payload } from "../model/payload.ts";
import type { PressTarget } from "./outgoing.ts";

/** What can move a conversation. Each is a row of the customer's mailbox, handled in one turn. */
export type ConversationEvent =
  /** The customer wrote. `key` is the sender's own mark for it, given back in the history. What they took back is gone. */
  | { type: "message"; text: string; attachments?: Attachment[]; key?: string; isDeleted?: true }
  /** The customer pressed something: a button or quick reply of an earlier message, a menu item, an ice breaker. */
  | {
      type: "press";
      source: PressSource;
      title: string;
      target: PressTarget | null;
      /** The `variables` of the message that was pressed. */
      payload?: Payload;
      key?: string;
    }
  /** The customer came by a link, an advertisement or a code. */
  | { type: "referral"; ref: string; adId?: string }
  | { type: "send_flow"; flowId: number; payload: Payload; sendId: number }
  | { type: "send_content"; content: Content; payload: Payload; messageTag?: string; sendId: number }
  /** A wait is over. Void unless the run still waits since that turn. */
  | { type: "timer"; runId: number; turn: number }
  /** A request step's answer. Void unless the run still waits since that turn. */
  | { type: "answer"; runId: number; turn: number; answer: RequestAnswer }
  /** A person on the page's side wrote, took over or gave back. */
  | { type: "takeover"; pausedSeconds: number | null; text?: string; key?: string }
  | { type: "resume" };

/** `media` is what a platform hands out to the page alone; accepting it as mail makes it a `url` that anybody can open. */
export type Attachment = {
  type: "image" | "video" | "audio" | "file" | "location" | "other";
  url?: string;
  media?: PlatformMedia;
};

/** A file that lies with the platform: its id there, and what its sender says of it. */
export type PlatformMedia = { id: string; contentType?: string; name?: string };

export type PressSource =
  | { type: "message"; messageId: number; index: number }
  | { type: "menu"; id: number }
  | { type: "ice_breaker"; id: number };

/** `failed` says why in one word; the owner sees no more, so that an inner host's answer never leaks. */
export type RequestAnswer =
  | { ok: true; status: number; body: string }
  | { ok: false; status?: number; reason: "blocked_address" | "timeout" | "too_large" | "unreachable" | "status" };
