import type { StepContent } from "../../model/content/content.ts";
import type { Origin } from "../effect.ts";
import { limits } from "../limits.ts";
import { render } from "../render/render.ts";
import type { Deed } from "../steps/outcome.ts";
import type { FailureReason } from "../trace.ts";
import { act } from "./flow-actions.ts";
import { note, tell } from "./open-turn.ts";
import { countPhone, overflowOf, type Scene, save, skip } from "./scene.ts";

/** Does them in order, up to one that the run cannot go on after: then that is why. */
export function perform(scene: Scene, deeds: readonly Deed[]): FailureReason | undefined {
  for (const deed of deeds) {
    const failure = performOne(scene, deed) ?? overflowOf(scene);
    if (failure) return failure;
  }
  return overflowOf(scene);
}

function performOne(scene: Scene, deed: Deed): FailureReason | undefined {
  switch (deed.type) {
    case "say":
      return speak(scene, deed.content, deed.choices);
    case "act":
      return act(scene, deed.action);
    case "save":
      return save(scene, deed.field, deed.value);
    case "count_phone":
      return countPhone(scene);
    case "skip":
      return skip(scene, deed.what, deed.name);
    case "keep_branch":
      return keepBranch(scene, deed.branch);
    case "call":
      return call(scene, deed);
  }
}

/** Says content, and then does its actions. */
export function speak(
  scene: Scene,
  content: StepContent,
  templates: readonly string[] = [],
): FailureReason | undefined {
  const { turn, filler, run, payload, messageTag } = scene;
  const choices = templates.map((choice) => filler.fill(choice));
  if (choices.some((choice, index) => choice !== templates[index])) scene.choices = choices;

  const { messages, unsendable } = render(content, { filler, place: run, payload, choices });
  const origin = originOf(scene);
  for (const { message, warnings } of messages) {
    const isReply = run?.isReply ?? false;
    const saying = { type: "say", message, origin, isReply, ...(messageTag && { messageTag }), warnings } as const;
    const failure = tell(turn, saying);
    if (failure) return failure;
  }
  for (const { reason } of unsendable) {
    turn.effects.push({ type: "unsendable", reason, origin });
    note(turn, { note: "unsendable", reason, ...(run && { step: run.step }) });
  }
  keepContactAsked(scene, content);
  const actions = (content.actions ?? []).map((action): Deed => ({ type: "act", action }));
  return overflowOf(scene) ?? perform(scene, actions);
}

function originOf({ run, sendId }: Scene): Origin {
  if (!run) return { flowId: null, version: null, step: null, runId: null, sendId };
  return { flowId: run.flowId, version: run.version, step: run.step, runId: run.id, sendId };
}

/** The platform sends what such a quick reply gives as the customer's words: the next ones are looked at for it. */
function keepContactAsked({ turn, run }: Scene, { quick_replies = [] }: StepContent): void {
  const asks = (type: "phone_number" | "email") => quick_replies.some((reply) => reply.type === type);
  const [phone, email] = [asks("phone_number"), asks("email")];
  if (!phone && !email) return;
  const contactAsked = { ...(phone && { phone }), ...(email && { email }), flowId: run?.flowId ?? null };
  turn.state = { ...turn.state, contactAsked };
}

/** The newest stay: a customer who comes to a split of long ago draws anew. */
function keepBranch({ turn, run }: Scene, branch: string): undefined {
  if (!run) return;
  const others = Object.entries(turn.state.splits).slice(1 - limits.splits);
  turn.state = { ...turn.state, splits: { ...Object.fromEntries(others), [`${run.flowId}.${run.step}`]: branch } };
}

function call(
  scene: Scene,
  { method, url, headers, body }: Extract<Deed, { type: "call" }>,
): FailureReason | undefined {
  const { turn, run, filler } = scene;
  if (!run) return undefined;
  const filled = {
    url: filler.fill(url, "url"),
    headers: headers.map(({ name, value }): [string, string] => [name, filler.fill(value, "header")]),
    ...(body !== undefined && { body: filler.fill(body, "body") }),
  };
  const failure = overflowOf(scene);
  if (!failure) turn.effects.push({ type: "request", runId: run.id, turn: turn.state.turn, method, ...filled });
  return failure;
}
