import type { ChannelType } from "../../channels/index.ts";
import type { FieldType } from "../../model/custom-field.ts";
import type { AiMemory } from "../ai/memory.ts";
import type { Reading } from "../answers/reading.ts";
import type { CustomerFacts } from "../conditions/judge-rule.ts";
import type { Customer } from "../customer.ts";
import type { FillPlace } from "../render/template.ts";
import type { RequestAnswer } from "../request-answer.ts";

/**
 * Why a step runs: the run has reached it, or its wait is over. A reply that does not fit has no value; `exit` is that
 * of the choice it stands for.
 */
export type Cause =
  | { type: "reached" }
  | { type: "reply"; value: string | undefined; exit?: string; parts?: Record<string, string> }
  | { type: "timer" }
  | { type: "answer"; answer: RequestAnswer };

/** A request step of the same flow. */
type CalledRequest = {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  body?: string | undefined;
};

/** Everything that a step can read while it runs. It changes nothing: its outcome says what to do. */
export type StepContext<Settings> = {
  step: Settings;
  cause: Cause;
  /** Earlier replies to this question that did not fit. */
  refused: number;
  /** The branch that the customer drew at this step before. */
  branch: string | undefined;
  now: number;
  /** The customer's time zone, or the page's. */
  zone: () => string;
  channel: ChannelType;
  customer: Customer;
  /** The customer's facts beyond tags and fields, for conditions. */
  customerFacts: () => CustomerFacts;
  /** Reads a variable of the run or a field of the customer. */
  read: (field: string) => string | undefined;
  fieldType: (field: string) => FieldType | undefined;
  /** True if the value can be saved in the field. */
  fits: (field: string, value: string) => boolean;
  /** How to read the words of this customer. */
  reading: () => Reading;
  /** True if a run may go to the flow. */
  hasFlow: (flowId: number) => boolean;
  requestAt: (step: string) => CalledRequest | undefined;
  /** The memory of the AI step whose wait is over. */
  memory: AiMemory | undefined;
  fill: (template: string, place?: FillPlace) => string;
  random: () => number;
  /** Counts work. Returns false once the turn has used up its allowance. */
  work: (units: number) => boolean;
};
