import type { Reaction } from "@banter/core/flow/outgoing.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { Delivered } from "../outbound.ts";
import { callGraph, type Graph } from "./graph.ts";

/** https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages/sender-actions */
export type ReactionCall = {
  recipient: { id: string };
  sender_action: "react" | "unreact";
  payload: { message_id: string; reaction?: string };
};

/** `nameOf` is the channel's name for an emoji. */
export function renderReaction(
  { emoji, about: { platformId } }: Reaction,
  to: string,
  nameOf: (emoji: string) => string,
): ReactionCall[] {
  if (platformId === undefined) throw new SendError("rejected", "The message has no id at Meta.");
  const recipient = { id: to };
  if (emoji === null) return [{ recipient, sender_action: "unreact", payload: { message_id: platformId } }];
  return [{ recipient, sender_action: "react", payload: { message_id: platformId, reaction: nameOf(emoji) } }];
}

/** The same reaction twice is one. */
export async function sendReaction(graph: Graph, body: ReactionCall): Promise<Delivered> {
  const { usage } = await callGraph(graph, { method: "POST", path: "me/messages", body, isMessage: true });
  return { platformId: null, isOnce: true, ...(usage !== undefined && { usage }) };
}
