import type { ChannelType } from "../../channels/index.ts";
import type { StepContent } from "../../model/content/content.ts";
import type { FieldType } from "../../model/custom-field.ts";
import type { Customer } from "../customer.ts";
import type { RequestAnswer } from "../event.ts";
import type { Because, FailureReason, SkipReason } from "../trace.ts";
import type { FlowAction } from "./action.ts";

/** Why a step runs: it was reached, or what it waits for has come. A reply that does not fit has no value. */
export type Cause =
  | { type: "reached" }
  | { type: "reply"; value: string | undefined }
  | { type: "timer" }
  | { type: "answer"; answer: RequestAnswer };

/** All that a step is told. */
export type Moment<Settings> = {
  step: Settings;
  cause: Cause;
  /** Answers to this question that did not fit. */
  refused: number;
  /** The branch of this split that the customer drew before. */
  branch: string | undefined;
  now: number;
  /** The customer's zone, or the page's. */
  zone: () => string;
  channel: ChannelType;
  customer: Customer;
  /** A variable of the run, or a field of the customer. */
  read: (field: string) => string | undefined;
  fieldType: (field: string) => FieldType | undefined;
  fill: (template: string) => string;
  random: () => number;
  /** Counts work; returns whether the turn may do more. */
  work: (units: number) => boolean;
};

/** What a step asks for: things to be done, in this order, and how the run goes on. */
export type Outcome<Exit extends string = string> = {
  deeds: Deed[];
  way:
    | { type: "leave"; exit: Exit }
    | { type: "wait"; for: "reply" | "time" | "answer"; until: number }
    | { type: "goto"; flowId: number | null; isReturning: boolean }
    | { type: "end" }
    | { type: "fail"; reason: FailureReason };
  /** For the trace: what the way out depended on. */
  because?: Because;
};

/** Texts are templates, filled when the deed is done, so that it sees what the deeds before it have changed. */
export type Deed =
  | { type: "say"; content: StepContent; choices?: readonly string[] }
  | { type: "act"; action: FlowAction }
  /** The value is the customer's or another server's own words, and no template. */
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
    };

export function leave<const Exit extends string>(exit: Exit, ...deeds: Deed[]): Outcome<Exit> {
  return { deeds, way: { type: "leave", exit } };
}

/** Every wait ends by itself at `until`, with the cause `timer`, if nothing else has ended it. */
export function wait(what: "reply" | "time" | "answer", until: number, ...deeds: Deed[]): Outcome<never> {
  return { deeds, way: { type: "wait", for: what, until } };
}

export function say(content: StepContent, choices?: readonly string[]): Deed {
  return { type: "say", content, ...(choices && { choices }) };
}
