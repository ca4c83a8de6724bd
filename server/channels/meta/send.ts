import type { JsonObject } from "@banter/core/model/json.ts";
import type { Delivered } from "../channel.ts";
import { callGraph, type Graph, GraphRefusal } from "./graph.ts";
import type { MetaCall } from "./look.ts";

/** Posts one message: Meta's id for it, and how much of its limits is used up. */
export async function send(graph: Graph, call: MetaCall): Promise<Delivered> {
  const { body, usage } = await post(graph, call, true).catch((error) => {
    // Meta could not fetch the media in its few seconds: once more, as the host may only have been slow.
    if (error instanceof GraphRefusal && error.error.error_subcode === 2018008) return post(graph, call, true);
    throw error;
  });
  const platformId = typeof body.message_id === "string" ? body.message_id : null;
  return { platformId, ...(usage !== undefined && { usage }) };
}

export async function sendTyping(graph: Graph, to: string): Promise<void> {
  await post(graph, { recipient: { id: to }, sender_action: "typing_on" }, false);
}

function post(graph: Graph, body: JsonObject, isMessage: boolean) {
  return callGraph(graph, { method: "POST", path: "me/messages", body, isMessage });
}
