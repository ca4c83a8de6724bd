import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Delivered } from "../channel.ts";
import { callGraph, type Graph, GraphRefusal } from "./graph.ts";
import type { MetaCall } from "./look.ts";

/** Sends one message. Returns Meta's id and the share of the rate limit that is used. */
export async function send(graph: Graph, call: MetaCall): Promise<Delivered> {
  const { body, usage } = await post(graph, call, true).catch((error) => {
    // Meta could not fetch the media within its few seconds. Try once more: the host may have been slow.
    if (error instanceof GraphRefusal && error.isTriedTwice) return post(graph, call, true);
    throw error;
  });
  const platformId = typeof body.message_id === "string" ? body.message_id : null;
  return { platformId, ...(usage !== undefined && { usage }) };
}

/** Shows the customer that an answer is being written, or that a person has seen what they wrote. */
export async function sendAction(graph: Graph, to: string, action: "typing_on" | "mark_seen"): Promise<void> {
  await post(graph, { recipient: { id: to }, sender_action: action }, false);
}

function post(graph: Graph, body: JsonObject, isMessage: boolean) {
  return callGraph(graph, { method: "POST", path: "me/messages", body, isMessage });
}

/** Meta takes audio and video more slowly than other messages, so each counts as several calls. */
export function weighMedia(callsPerSecond: number): (message: OutgoingMessage) => number {
  const weight = Math.max(1, callsPerSecond / mediaPerSecond);
  return ({ type }) => (type === "audio" || type === "video" ? weight : 1);
}

const mediaPerSecond = 10;
