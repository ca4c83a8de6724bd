import { channelFacts } from "../../channels/index.ts";
import { readGoalValue } from "../answers/goal-value.ts";
import { recordGoal, recordNote } from "../record-trace.ts";
import type { FlowAction } from "../steps/flow-action.ts";
import type { FailureReason } from "../trace.ts";
import { enterSequence, startBeside, stopBeside } from "./audience/sequences.ts";
import { keepWord } from "./audience/subscription.ts";
import { type OpenTurn, send } from "./open-turn.ts";
import { passControl } from "./pauses/control.ts";
import { giveBack, handOver, pause } from "./pauses/pause.ts";
import { type ActiveRun, overflowOf, readingFor, type Scene, save, skip } from "./scene.ts";

/** Performs an action of a step or of content. Returns the reason if it fails the run. */
export function performFlowAction(scene: Scene, action: FlowAction): FailureReason | undefined {
  return actions[action.action](scene, action as never);
}

type Perform<Name> = (scene: Scene, action: Extract<FlowAction, { action: Name }>) => FailureReason | undefined;

const actions: { [Name in FlowAction["action"]]: Perform<Name> } = {
  add_tag(scene, { tag_id }) {
    const { customer, setup } = scene.turn;
    if (tag_id === null || !setup.tags.has(tag_id)) return skip(scene, "unknown_tag");
    if (!customer.tags.includes(tag_id)) scene.turn.customer = { ...customer, tags: [...customer.tags, tag_id] };
    return undefined;
  },

  remove_tag({ turn }, { tag_id }) {
    const { customer } = turn;
    if (tag_id !== null && customer.tags.includes(tag_id)) {
      turn.customer = { ...customer, tags: customer.tags.filter((tag) => tag !== tag_id) };
    }
    return undefined;
  },

  set_custom_field: (scene, { action_id, action_value }) => setCustomField(scene, action_id, action_value),

  clear_custom_field: (scene, { action_id }) => setCustomField(scene, action_id, ""),

  start_sequence(scene, { flow_id }) {
    const { turn, run } = scene;
    if (flow_id === null || !turn.setup.flows.has(flow_id)) return skip(scene, "flow_missing");
    return told(scene, startBeside(turn, flow_id, scene, run?.sequenceFlowId));
  },

  stop_sequence(scene, { flow_id }) {
    stopBeside(scene.turn, flow_id, scene);
    return undefined;
  },

  enter_sequence: (scene, { sequence_id }) =>
    told(scene, enterSequence(scene.turn, sequence_id, scene, scene.run?.sequenceFlowId)),

  leave_sequence(scene, { sequence_id }) {
    stopBeside(scene.turn, sequence_id, scene);
    return undefined;
  },

  notify({ turn, filler, run }, { text }) {
    const filled = filler.fill(text);
    return filled.trim() === "" ? undefined : send(turn, { type: "notify", text: filled, flowId: run?.flowId ?? null });
  },

  reach_goal(scene, { goal: name, value: template = "", currency }) {
    const { turn, run, filler } = scene;
    const text = filler.fill(template).trim();
    const value = text === "" ? undefined : readGoalValue(text, readingFor(turn));
    // The goal counts without a value that is none.
    if (text !== "" && value === undefined) skip(scene, "value_unfit", name);
    recordGoal(turn, {
      name,
      ...(value !== undefined && { value }),
      ...(currency !== undefined && { currency }),
      ...(run && { flow: run.flowId }),
    });
    return undefined;
  },

  set_subscription({ turn, run, rule }, { is_wanted: isWanted }) {
    // A word that is known already keeps its earlier proof.
    if (turn.state.marketing?.isWanted === isWanted) return undefined;
    keepWord(turn, { isWanted, ...(run ? { how: "flow", words: nameOf(turn, run) } : { how: "rule", words: rule }) });
    recordNote(turn, { note: "consent", verdict: isWanted ? "given" : "refused" });
    return undefined;
  },

  hand_over({ turn, run }) {
    handOver(turn, run?.flowId ?? null);
    return undefined;
  },

  hand_over_to_platform(scene) {
    const { turn, run } = scene;
    if (channelFacts[turn.setup.channel].hasInbox) passControl(turn);
    else {
      skip(scene, "no_platform_inbox");
      handOver(turn, run?.flowId ?? null);
    }
    return undefined;
  },

  pause_bot({ turn }, { seconds }) {
    pause(turn, seconds === undefined ? null : turn.now + seconds * 1000);
    return undefined;
  },

  resume_bot({ turn }) {
    giveBack(turn);
    return undefined;
  },
};

function nameOf({ setup }: OpenTurn, { flowId }: ActiveRun): string {
  const named = setup.flows.get(flowId) ?? setup.offFlows?.get(flowId) ?? setup.sequences?.get(flowId);
  return named?.name ?? String(flowId);
}

function told(scene: Scene, result: ReturnType<typeof startBeside>): FailureReason | undefined {
  if (!result) return undefined;
  return "failed" in result ? result.failed : skip(scene, result.skipped);
}

function setCustomField(scene: Scene, id: number | null, template: string): FailureReason | undefined {
  const field = id === null ? undefined : scene.turn.setup.fields.get(id);
  if (!field) return skip(scene, "unknown_field");
  const value = scene.filler.fill(template);
  return overflowOf(scene) ?? save(scene, field.name, value);
}
