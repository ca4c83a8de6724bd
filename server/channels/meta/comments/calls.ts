import type { CommentAction } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { SendError } from "../../../outbound/send-error.ts";
import type { Delivered, RenderContext } from "../../outbound.ts";
import { callGraph, type Graph, GraphRefusal } from "../graph.ts";
import type { MetaCall, MetaMessage } from "../outbound/look.ts";
import type { CommentEdges } from "./edges.ts";

/**
 * A call about a comment. `unless`: an earlier attempt may have arrived, and Meta takes the same answer twice, so the
 * call is made only if no answer below the comment has this text yet.
 */
export type CommentCall = { path: string; body: JsonObject; unless?: { field: "message" | "text"; text: string } };

/** A private reply whose earlier attempt may have arrived. */
export type PrivateReply = MetaCall & { isRepeat?: true };

export function renderCommentAction(
  action: CommentAction,
  edges: CommentEdges,
  { isRepeat }: RenderContext,
): CommentCall {
  const { commentId } = action;
  if (action.action === "answer") {
    const { text } = action;
    const call = { path: `${commentId}/${edges.answers}`, body: { message: text } };
    return isRepeat ? { ...call, unless: { field: edges.text, text } } : call;
  }
  if (action.action === "hide") return { path: commentId, body: edges.hidden };
  if (edges.like === null) throw new SendError("rejected", "Comments cannot be liked here.");
  return { path: `${commentId}/${edges.like}`, body: {} };
}

/**
 * A private reply is one call: the part with the buttons, because pressing one opens the conversation, else the first.
 * The other parts are left out and noted.
 */
export function renderPrivateReply(calls: MetaCall[], commentId: string, context: RenderContext): PrivateReply[] {
  const chosen = calls.find(({ message }) => hasPressables(message)) ?? calls[0];
  if (!chosen) return [];
  for (const { message } of calls) {
    if (message !== chosen.message) context.note({ change: "left_out", part: "further_part", title: wordsOf(message) });
  }
  const recipient = { comment_id: commentId };
  const { message } = chosen;
  return [{ messaging_type: "RESPONSE", recipient, message, ...(context.isRepeat && { isRepeat: true }) }];
}

const hasPressables = ({ attachment, quick_replies }: MetaMessage) =>
  attachment?.type === "template" || quick_replies !== undefined;

const wordsOf = ({ text, attachment }: MetaMessage) => (text ?? String(attachment?.payload.url ?? "")).slice(0, 60);

/** Makes the call, unless an earlier attempt has arrived. */
export async function callComment(graph: Graph, { path, body, unless }: CommentCall): Promise<Delivered> {
  try {
    if (unless && (await isAnswered(graph, path, unless))) return { platformId: null };
    const { body: answer, usage } = await callGraph(graph, { method: "POST", path, body, isMessage: true });
    const platformId = typeof answer.id === "string" ? answer.id : null;
    return { platformId, ...(usage !== undefined && { usage }) };
  } catch (error) {
    throw aboutComment(error);
  }
}

async function isAnswered(graph: Graph, path: string, { field, text }: NonNullable<CommentCall["unless"]>) {
  const { body } = await callGraph(graph, { method: "GET", path, query: { fields: field, limit: "100" } });
  const answers = Array.isArray(body.data) ? (body.data as JsonObject[]) : [];
  return answers.some((answer) => typeof answer[field] === "string" && answer[field].trim() === text.trim());
}

/**
 * An error of a call about a comment. Meta limits these calls apart from messages, so that only this customer's wait.
 * 100/33 means that there is no such comment for the page.
 */
export function aboutComment(error: unknown): unknown {
  if (!(error instanceof SendError)) return error;
  if (error.failure === "throttled")
    return new SendError("throttled", error.message, error.retryAfterSeconds, "customer");
  const isGone = error instanceof GraphRefusal && error.error.code === 100 && error.error.error_subcode === 33;
  return isGone ? new SendError("comment_gone", error.message) : error;
}

/** True if Meta refuses a private reply because the comment has one. */
export const hasReply = (error: unknown) => error instanceof SendError && error.failure === "comment_answered";
