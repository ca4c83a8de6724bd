import { z } from "zod";
import { type Account, type Decided, fault } from "./account.ts";
import type { Graph, GraphFault, Item } from "./stand-in.ts";

/** The app ids of Meta's own inboxes. */
const inboxes = { messenger: "263902037430900", instagram: "1217981644879628" };

const recipient = z.strictObject({ id: z.string().regex(/^[0-9]+$/) });
const Pass = z.strictObject({ recipient, target_app_id: z.string(), metadata: z.string().max(1000).optional() });
const Take = z.strictObject({ recipient, metadata: z.string().max(1000).optional() });

/** A post to `pass_thread_control` or `take_thread_control`. Meta describes them for pages only. */
export function changeControl({ graph }: Account, edge: string, body: Item): Decided {
  if (graph.kind === "instagram_login") return fault(2500, `Unknown path components: /${edge}`);
  return edge === "pass_thread_control" ? pass(graph, graph.kind, body) : take(graph, body);
}

function pass(graph: Graph, kind: keyof typeof inboxes, body: Item): Decided {
  const { data, error } = Pass.safeParse(body);
  if (!data) return fault(100, error.issues[0]?.message ?? "");
  const { id } = data.recipient;
  if (!graph.people.has(id)) return fault(100, "No matching user found", 2018001);
  if (data.target_app_id !== inboxes[kind]) return fault(100, "Incorrect App ID");
  const wrong = faultOfThread(graph, id);
  if (wrong) return { fault: wrong };
  return {
    take() {
      graph.elsewhere.add(id);
      return { success: true };
    },
  };
}

function take(graph: Graph, body: Item): Decided {
  const { data, error } = Take.safeParse(body);
  if (!data) return fault(100, error.issues[0]?.message ?? "");
  if (!graph.isPrimary) return fault(27, "Take thread control is not supported when the app is not the default app.");
  return {
    take() {
      graph.elsewhere.delete(data.recipient.id);
      return { success: true };
    },
  };
}

/** Only the app that has a conversation may send to it. */
export function faultOfThread({ elsewhere, kind }: Graph, id: string): GraphFault | undefined {
  if (!elsewhere.has(id)) return undefined;
  const message = "The message was not sent because another app is controlling this thread now.";
  return kind === "messenger" ? { code: 10, subcode: 2018300, message } : { code: 100, subcode: 2534037, message };
}

/** People in Meta's inbox pass the conversation to the app. */
export function passBack(graph: Graph, id: string): Promise<number[]> {
  graph.elsewhere.delete(id);
  const inbox = inboxes[graph.kind === "messenger" ? "messenger" : "instagram"];
  return graph.post({
    ...{ sender: { id }, recipient: { id: graph.accountId }, timestamp: graph.now() },
    pass_thread_control: { previous_owner_app_id: inbox, new_owner_app_id: String(graph.appId), metadata: "" },
  });
}

/** The list of a webhook that an event of a person is in: apps that do not have the conversation only listen. */
export function listOf({ elsewhere }: Graph, { sender }: Item): "messaging" | "standby" {
  return elsewhere.has(String((sender as { id?: unknown } | undefined)?.id)) ? "standby" : "messaging";
}
