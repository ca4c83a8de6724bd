import type { StepContent } from "../../model/content/content.ts";
import type { AiMemory } from "../ai/memory.ts";
import type { ModelCall } from "../ai/model-call.ts";
import type { FailureReason, ModelNote, SkipReason, VisitReason } from "../trace.ts";
import type { FlowAction } from "./flow-action.ts";

/** The result of running a step: actions to perform, in this order, and how the run goes on. */
export type StepOutcome<Exit extends string = string> = {
  actions: StepAction[];
  next: /** `otherwise` is followed if the exit leads nowhere. */
    | { type: "leave"; exit: Exit; otherwise?: Exit }
    | { type: "wait"; for: WaitFor; until: number }
    | { type: "goto"; flowId: number | null; isReturning: boolean }
    | { type: "end" }
    | { type: "fail"; reason: FailureReason };
  /** Why this exit was taken, for the trace. */
  reason?: VisitReason;
  /** The memory that an AI step gets back when its wait is over. */
  memory?: AiMemory;
};

export type WaitFor = "reply" | "time" | "answer";

/** Texts are templates. They are filled when the action is performed, so they see changes by earlier actions. */
export type StepAction =
  | { type: "say"; content: StepContent; choices?: readonly string[]; unsubscribe?: string }
  /** Words of a model: they are no template. */
  | { type: "say_words"; text: string }
  | { type: "flow_action"; action: FlowAction }
  /** The value comes from the customer or another server: it is not a template. */
  | { type: "save"; field: string; value: string }
  | { type: "count_phone" }
  | { type: "keep_branch"; branch: string }
  | { type: "skip"; what: SkipReason; name?: string }
  | {
      type: "call";
      method: string;
      url: string;
      headers: { name: string; value: string }[];
      body?: string | undefined;
      /** Variables for this call alone. */
      values?: Record<string, string>;
    }
  | { type: "call_model"; call: ModelCall }
  | { type: "note_model"; note: ModelNote };

export function leave<const Exit extends string>(exit: Exit, ...actions: StepAction[]): StepOutcome<Exit> {
  return { actions, next: { type: "leave", exit } };
}

/** If nothing else ends the wait before `until`, the step runs again with the cause `timer`. */
export function wait(what: WaitFor, until: number, ...actions: StepAction[]): StepOutcome<never> {
  return { actions, next: { type: "wait", for: what, until } };
}

export function fail(reason: FailureReason): StepOutcome<never> {
  return { actions: [], next: { type: "fail", reason } };
}

export function say(content: StepContent, choices?: readonly string[]): StepAction {
  return { type: "say", content, ...(choices && { choices }) };
}
