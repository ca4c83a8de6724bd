import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

/** A message without the fields that the server adds: see docs/webchat.md. */
export type Content = { type: string; text?: string; [field: string]: unknown };
export type StoredMessage = Content & { id: number; at: string; from: "visitor" | "page"; key?: string };

export type Visitor = {
  psid: string;
  token: string;
  messages: StoredMessage[];
  /** Idempotency keys with the bodies they came with. */
  keys: Map<string, string>;
  streams: Set<ServerResponse>;
  visits: Record<string, unknown>[];
  /** Uploaded files; the id of one is its place, from 1. */
  files: Content[];
  receipts: { delivered: number; seen: number };
  /** Their answers to the form before the chat. */
  form?: Record<string, unknown>;
  /** Their reports of typing, in order. */
  typing: boolean[];
};

export type Records = ReturnType<typeof createRecords>;

/** All visitors and their messages. */
export function createRecords() {
  const visitors: Visitor[] = [];
  let lastId = 1000;

  return {
    visitors,
    find: (token: string | undefined) => visitors.find((visitor) => visitor.token === token),
    addVisitor(): Visitor {
      const psid = `web_${randomBytes(6).toString("hex")}`;
      const token = `${psid}.${randomBytes(12).toString("base64url")}`;
      const receipts = { delivered: 0, seen: 0 };
      const visitor: Visitor = {
        psid,
        token,
        messages: [],
        keys: new Map(),
        streams: new Set<ServerResponse>(),
        visits: [],
        files: [],
        receipts,
        typing: [],
      };
      visitors.push(visitor);
      return visitor;
    },
    addMessage(visitor: Visitor, from: "visitor" | "page", content: Content, key?: string): StoredMessage {
      const at = new Date().toISOString();
      const message: StoredMessage = { ...content, id: ++lastId, at, from, ...(key && { key }) };
      visitor.messages.push(message);
      return message;
    },
    /** The title of the button with this payload, if this visitor was ever offered one. */
    findTitle(visitor: Visitor, payload: string, profile: unknown): string | undefined {
      return titlesIn([visitor.messages, profile]).get(payload);
    },
  };
}

function titlesIn(value: unknown, titles = new Map<string, string>()): Map<string, string> {
  if (typeof value !== "object" || value === null) return titles;
  if ("payload" in value && "title" in value) titles.set(String(value.payload), String(value.title));
  for (const part of Object.values(value)) titlesIn(part, titles);
  return titles;
}
