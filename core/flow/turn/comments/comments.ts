import { channelFacts } from "../../../channels/index.ts";
import { toolKey } from "../../../model/tools/tool.ts";
import type { CommentEvent } from "../../event.ts";
import { type CommentTool, commentToolFor } from "../../happenings/comment-tools.ts";
import { limits } from "../../limits.ts";
import type { CommentAction } from "../../outgoing.ts";
import { recordTrigger } from "../../record-trace.ts";
import type { TurnOutcome } from "../../trace.ts";
import type { OpenTurn } from "../open-turn.ts";
import { startRun } from "../runs.ts";
import { openScene } from "../scene.ts";

/** Answers a comment by the first tool that it is for: in private with the tool's flow, then in public. */
export function handleComment(turn: OpenTurn, event: CommentEvent): TurnOutcome {
  const { setup } = turn;
  const tool = commentToolFor(setup.eventTools ?? [], event);
  if (!tool) {
    recordTrigger(turn, { on: "comment", verdict: "none" });
    return "nothing";
  }
  if (turn.state.paused || setup.isPaused) {
    recordTrigger(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  const place = `${tool.id} ${event.originalPostId ?? event.postId}`;
  if (tool.settings.once_per_person && turn.state.answeredComments?.includes(place)) {
    recordTrigger(turn, { on: "comment", verdict: "answered_before", tool: tool.id });
    return "nothing";
  }
  const flow = tool.flowId === null ? undefined : setup.flows.get(tool.flowId);
  if (tool.flowId !== null && !flow) {
    recordTrigger(turn, { on: "comment", verdict: "flow_gone", tool: tool.id, flow: tool.flowId });
    return "nothing";
  }
  keepAnswered(turn, place, event);
  if (tool.flowId === null || !flow) recordTrigger(turn, { on: "comment", verdict: "public", tool: tool.id });
  else startFlow(turn, event, { tool: tool.id, flowId: tool.flowId, version: flow.version });
  actInPublic(turn, tool, event);
  return flow ? "started" : "acted_in_public";
}

function keepAnswered(turn: OpenTurn, place: string, { text, adId }: CommentEvent): void {
  const { answeredComments = [] } = turn.state;
  const others = answeredComments.filter((other) => other !== place).slice(1 - limits.answeredComments);
  turn.state = { ...turn.state, answeredComments: [...others, place], lastComment: text.slice(0, 500).toWellFormed() };
  if (adId !== undefined) turn.customer = { ...turn.customer, adId };
}

type Started = { tool: number; flowId: number; version: number };

/** The flow replaces the welcome, like that of a link. */
function startFlow(turn: OpenTurn, event: CommentEvent, { tool, flowId, version }: Started): void {
  recordTrigger(turn, { on: "comment", verdict: "flow", tool, flow: flowId });
  turn.state = { ...turn.state, isKnown: true, tool: toolKey({ id: tool }) };
  const payload = { comment_text: event.text, comment_user_name: event.userName ?? "" };
  startRun(turn, { flowId, version, payload, isReply: true, commentId: event.commentId });
}

/**
 * One of the answers, drawn at random, then the like; a comment is hidden last, because a hidden one cannot be answered.
 * Comments on a live video pass by: platforms take only private replies to them.
 */
function actInPublic(turn: OpenTurn, { settings }: CommentTool, event: CommentEvent): void {
  if (event.isLive) return;
  const { commentId } = event;
  const can = channelFacts[turn.setup.channel].commentActions ?? [];
  const act = (action: CommentAction) => {
    const origin = { flowId: null, version: null, step: null, runId: null, sendId: null };
    if (can.includes(action.action)) turn.effects.push({ type: "comment_action", action, origin });
  };
  const text = drawAnswer(turn, settings.answers, event);
  if (text !== "") act({ type: "comment_action", commentId, action: "answer", text });
  if (settings.like) act({ type: "comment_action", commentId, action: "like" });
  if (settings.hide) act({ type: "comment_action", commentId, action: "hide" });
}

function drawAnswer(turn: OpenTurn, answers: readonly string[], event: CommentEvent): string {
  const drawn = answers[Math.floor(turn.random() * answers.length)];
  if (drawn === undefined) return "";
  const payload = { comment_text: event.text, comment_user_name: event.userName ?? "" };
  const { filler } = openScene(turn, null, { payload, sendId: null });
  const text = filler.fill(drawn).trim();
  return filler.failure() ? "" : text;
}
