import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Delivered } from "../outbound.ts";
import { sendQuoting } from "../quote.ts";
import { aboutComment, type CommentCall, callComment, hasReply, type PrivateReply } from "./comments/calls.ts";
import { type FileSending, fileIn, postFile } from "./files/post-file.ts";
import { callGraph, type Graph, type GraphAnswer, GraphRefusal } from "./graph.ts";
import type { MetaCall } from "./outbound/look.ts";
import { type ReactionCall, sendReaction } from "./reaction.ts";
import { type ControlCall, passControl } from "./thread-control.ts";

export type SendCall = PrivateReply | CommentCall | ReactionCall | ControlCall;

/** `customerPrefix` is that of the channel's customers. Without `files`, Meta fetches each file from its address. */
type Sending = { customerPrefix: string; files: FileSending | undefined };

/** Makes one call of a message. */
export function send(graph: Graph, call: SendCall, sending: Sending): Promise<Delivered> {
  if ("path" in call) return callComment(graph, call);
  if ("sender_action" in call) return sendReaction(graph, call);
  if ("control" in call) return passControl(graph, call);
  return "comment_id" in call.recipient ? sendPrivateReply(graph, call, sending) : sendPlain(graph, call, sending);
}

async function sendPlain(graph: Graph, call: MetaCall, { files }: Sending): Promise<Delivered> {
  const send = async (body: MetaCall) => (await sendMessage(graph, body, files)).delivered;
  if (!call.reply_to) return send(call);
  const { reply_to: _, ...plain } = call;
  return sendQuoting(
    () => send(call),
    () => send(plain),
  );
}

/** `to` is the person's id. */
type Sent = { delivered: Delivered; to: string | undefined };

/** Returns Meta's ids and the share of the rate limit that is used. */
async function sendMessage(graph: Graph, call: MetaCall, files: FileSending | undefined): Promise<Sent> {
  const file = files && fileIn(call);
  const { body, usage } = file
    ? await postFile(files, call, file, (body) => postMessage(graph, body))
    : await postMessage(graph, call);
  const platformId = typeof body.message_id === "string" ? body.message_id : null;
  const to = typeof body.recipient_id === "string" ? body.recipient_id : undefined;
  return { delivered: usage === undefined ? { platformId } : { platformId, usage }, to };
}

async function postMessage(graph: Graph, body: JsonObject): Promise<GraphAnswer> {
  try {
    return await post(graph, body, true);
  } catch (error) {
    // Meta could not fetch the media within its few seconds. Try once more: the host may have been slow.
    if (error instanceof GraphRefusal && error.mayRetryOnce) return post(graph, body, true);
    throw error;
  }
}

/** Meta takes one private reply per comment: a second attempt that it refuses for this shows that the first arrived. */
async function sendPrivateReply(
  graph: Graph,
  call: PrivateReply,
  { customerPrefix, files }: Sending,
): Promise<Delivered> {
  const { isRepeat = false, ...body } = call;
  try {
    const { delivered, to } = await sendMessage(graph, body, files);
    return { ...delivered, ...(to !== undefined && { recipient: `${customerPrefix}${to}` }) };
  } catch (error) {
    if (isRepeat && hasReply(error)) return { platformId: null };
    throw aboutComment(error);
  }
}

/** Shows the customer that an answer is being written, or that a person has seen what they wrote. */
export async function sendAction(graph: Graph, to: string, action: "typing_on" | "mark_seen"): Promise<void> {
  await post(graph, { recipient: { id: to }, sender_action: action }, false);
}

function post(graph: Graph, body: JsonObject, isMessage: boolean) {
  return callGraph(graph, { method: "POST", path: "me/messages", body, isMessage });
}

/** Meta takes audio and video more slowly than other messages, so each counts as several calls. */
export function weighMedia(callsPerSecond: number): (message: OutgoingContent) => number {
  const weight = Math.max(1, callsPerSecond / mediaPerSecond);
  return ({ type }) => (type === "audio" || type === "video" ? weight : 1);
}

const mediaPerSecond = 10;
