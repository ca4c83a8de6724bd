import type { StepContent } from "../../model/content/content.ts";
import type { ModelCall } from "../ai/model-call.ts";
import type { Origin } from "../effect.ts";
import { limits } from "../limits.ts";
import { recordNote } from "../record-trace.ts";
import { parseMarkup } from "../render/markup.ts";
import { render } from "../render/render.ts";
import { fillAroundSecrets, type SecretText } from "../render/secret-text.ts";
import type { StepAction } from "../steps/outcome.ts";
import type { FailureReason, ModelNote } from "../trace.ts";
import { addUnsubscribe } from "./audience/subscription.ts";
import { asPrivateReply } from "./comments/private-reply.ts";
import { performFlowAction } from "./flow-actions.ts";
import { send } from "./open-turn.ts";
import { countPhone, overflowOf, type Scene, save, skip } from "./scene.ts";

/** Performs the actions in order. Returns the reason if one of them fails the run. */
export function perform(scene: Scene, actions: readonly StepAction[]): FailureReason | undefined {
  for (const action of actions) {
    const failure = performOne(scene, action) ?? overflowOf(scene);
    if (failure) return failure;
  }
  return overflowOf(scene);
}

function performOne(scene: Scene, action: StepAction): FailureReason | undefined {
  switch (action.type) {
    case "say":
      return sayContent(scene, action);
    case "say_words":
      return sayWords(scene, action.text);
    case "flow_action":
      return performFlowAction(scene, action.action);
    case "save":
      return save(scene, action.field, action.value);
    case "count_phone":
      return countPhone(scene);
    case "skip":
      return skip(scene, action.what, action.name);
    case "keep_branch":
      return keepBranch(scene, action.branch);
    case "call":
      return call(scene, action);
    case "call_model":
      return callModel(scene, action.call);
    case "note_model":
      return noteModel(scene, action.note);
  }
}

function sayContent(
  scene: Scene,
  { content, choices, unsubscribe }: Extract<StepAction, { type: "say" }>,
): FailureReason | undefined {
  const from = scene.turn.effects.length;
  const failure = sendContent(scene, content, choices);
  addUnsubscribe(scene.turn, unsubscribe, from);
  return failure;
}

/** Sends the messages of the content, then performs its actions. */
export function sendContent(
  scene: Scene,
  content: StepContent,
  templates: readonly string[] = [],
): FailureReason | undefined {
  const { turn, filler, run, payload, messageTag, isReply } = scene;
  const choices = templates.map((choice) => filler.fill(choice));
  if (choices.some((choice, index) => choice !== templates[index])) scene.choices = choices;

  const { messages, unsendable } = render(content, { filler, place: run, payload, choices });
  const origin = originOf(scene);
  for (const [index, { message, warnings }] of messages.entries()) {
    const sendable = asPrivateReply(
      scene,
      index === 0 && scene.quoted ? { ...message, quoted: scene.quoted } : message,
    );
    if (!sendable) continue;
    const tag = messageTag && { messageTag };
    const failure = send(turn, { type: "say", message: sendable, origin, isReply, ...tag, warnings });
    if (failure) return failure;
  }
  for (const { reason } of unsendable) {
    turn.effects.push({ type: "unsendable", reason, origin });
    recordNote(turn, { note: "unsendable", reason, ...(run && { step: run.step }) });
  }
  keepContactAsked(scene, content);
  const actions = (content.actions ?? []).map((action): StepAction => ({ type: "flow_action", action }));
  return overflowOf(scene) ?? perform(scene, actions);
}

/** Says words that are no template, with their markup. */
function sayWords(scene: Scene, words: string): FailureReason | undefined {
  const { text, marks } = parseMarkup(words);
  const message = asPrivateReply(scene, { type: "text", text, ...(marks.length > 0 && { marks }) });
  if (!message) return undefined;
  return send(scene.turn, { type: "say", message, origin: originOf(scene), isReply: scene.isReply, warnings: [] });
}

function originOf({ run, sendId }: Scene): Origin {
  if (!run) return { flowId: null, version: null, step: null, runId: null, sendId };
  return { flowId: run.flowId, version: run.version, step: run.step, runId: run.id, sendId };
}

/** Platforms send the result of such a quick reply as an ordinary message, so the next message is checked for it. */
function keepContactAsked({ turn, run }: Scene, { quick_replies = [] }: StepContent): void {
  const asks = (type: "phone_number" | "email") => quick_replies.some((reply) => reply.type === type);
  const [phone, email] = [asks("phone_number"), asks("email")];
  if (!phone && !email) return;
  const contactAsked = { ...(phone && { phone }), ...(email && { email }), flowId: run?.flowId ?? null };
  turn.state = { ...turn.state, contactAsked };
}

/** Keeps the newest branches only: a customer who returns to a forgotten split draws again. */
function keepBranch({ turn, run }: Scene, branch: string): undefined {
  if (!run) return;
  const others = Object.entries(turn.state.splits).slice(1 - limits.splits);
  turn.state = { ...turn.state, splits: { ...Object.fromEntries(others), [`${run.flowId}.${run.step}`]: branch } };
}

function call(
  scene: Scene,
  { method, url, headers, body, values }: Extract<StepAction, { type: "call" }>,
): FailureReason | undefined {
  const { turn, run, filler, payload } = scene;
  if (!run) return undefined;
  if (values) scene.payload = { ...payload, ...values };
  const fillCall = (template: string, landing: "address" | "header" | "body") =>
    fillAroundSecrets(template, (text) => filler.fill(text, landing));
  const filled = {
    url: fillCall(url, "address"),
    headers: headers.map(({ name, value }): [string, SecretText] => [name, fillCall(value, "header")]),
    ...(body !== undefined && { body: fillCall(body, "body") }),
  };
  scene.payload = payload;
  const failure = overflowOf(scene);
  if (!failure) turn.effects.push({ type: "request", runId: run.id, turn: turn.state.turn, method, ...filled });
  return failure;
}

function callModel(scene: Scene, call: ModelCall): FailureReason | undefined {
  const { turn, run } = scene;
  const failure = overflowOf(scene);
  if (run && !failure) turn.effects.push({ type: "model", runId: run.id, turn: turn.state.turn, call });
  return failure;
}

function noteModel({ turn, run }: Scene, note: ModelNote): undefined {
  recordNote(turn, { note: "model", ...(run && { flow: run.flowId, step: run.step }), ...note });
}
