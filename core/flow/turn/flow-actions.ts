import { channelFacts } from "../../channels/index.ts";
import { limits } from "../limits.ts";
import { recordNote } from "../record-trace.ts";
import type { FlowAction } from "../steps/flow-action.ts";
import type { FailureReason } from "../trace.ts";
import { send } from "./open-turn.ts";
import { passControl } from "./pauses/control.ts";
import { giveBack, handOver, pause } from "./pauses/pause.ts";
import { overflowOf, type Scene, save, skip } from "./scene.ts";

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
    const { state } = turn;
    const running = [...state.sequences.map(({ sequenceFlowId }) => sequenceFlowId), run?.sequenceFlowId];
    const started = turn.sequences.map(({ flowId }) => flowId);
    if (running.includes(flow_id) || started.includes(flow_id)) return skip(scene, "sequence_runs");
    const count = (state.sequencesWithoutInput ?? 0) + 1;
    const isTooMany = count > limits.sequencesWithoutInput || running.length + started.length > limits.sequences;
    if (isTooMany) return "too_many_sequences";
    turn.state = { ...state, sequencesWithoutInput: count };
    turn.sequences.push({ flowId: flow_id, payload: scene.payload, sendId: scene.sendId });
    return undefined;
  },

  stop_sequence(scene, { flow_id }) {
    const { turn, run } = scene;
    const isMeant = (sequenceFlowId: number | undefined) => flow_id !== null && sequenceFlowId === flow_id;
    for (const { id, flowId } of turn.state.sequences.filter(({ sequenceFlowId }) => isMeant(sequenceFlowId))) {
      recordNote(turn, { note: "run", run: id, flow: flowId, end: "stopped" });
    }
    const sequences = turn.state.sequences.filter(({ sequenceFlowId }) => !isMeant(sequenceFlowId));
    turn.state = { ...turn.state, sequences };
    turn.sequences = turn.sequences.filter(({ flowId }) => !isMeant(flowId));
    if (isMeant(run?.sequenceFlowId)) scene.isStopped = true;
    return undefined;
  },

  notify({ turn, filler, run }, { text }) {
    const filled = filler.fill(text);
    return filled.trim() === "" ? undefined : send(turn, { type: "notify", text: filled, flowId: run?.flowId ?? null });
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

function setCustomField(scene: Scene, id: number | null, template: string): FailureReason | undefined {
  const field = id === null ? undefined : scene.turn.setup.fields.get(id);
  if (!field) return skip(scene, "unknown_field");
  const value = scene.filler.fill(template);
  return overflowOf(scene) ?? save(scene, field.name, value);
}
