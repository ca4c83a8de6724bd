import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { StepId } from "../../model/step-id.ts";
import { text } from "../../model/text.ts";
import type { Reading } from "../answers/reading.ts";
import type { LintCode } from "../problem.ts";
import type { StepContext } from "./context.ts";
import type { StepOutcome, WaitFor } from "./outcome.ts";
import type { Summary } from "./summary.ts";

/**
 * Defines a step type: its settings, its exits and what it does. The step's schema is its settings with `type`, `name`
 * and `next`. `next` is a step id or null if the only exit is "next", else an object with a step id or null per exit. A run
 * ends at an exit without a step.
 */
export function defineStep<const Type extends string, Shape extends z.ZodRawShape, const Exits extends AnyExits>(
  definition: Definition<Type, Shape, Exits>,
): StepType<Type, Shape, Exits> {
  const { type, settings, exits } = definition;
  const whole = (settings as z.ZodObject).safeExtend({
    type: z.literal(type),
    name: StepName.optional(),
    ...nextShape(exits),
  });
  const schema = typeof exits === "function" ? whole.superRefine(leavesOnlyBy(exits)) : whole;
  return { ...defaults, ...definition, schema: schema as unknown as StepSchema<Type, Shape, Exits> };
}

/** The name that the author of a flow gives a step. Nothing refers to it. */
const StepName = text(60).meta({ label: "Name", input: "text" });

/** The names of the exits, or a function if they depend on the settings. The step may be an unfinished draft. */
export type AnyExits = readonly string[] | ((step: JsonObject) => string[]);

export type Definition<Type extends string, Shape extends z.ZodRawShape, Exits extends AnyExits> = {
  type: Type;
  title: string;
  settings: z.ZodObject<Shape, z.core.$strict>;
  exits: Exits;
  /** The settings of a new step in the builder: usual choices, and empty texts to write. */
  blank: NoInfer<z.input<z.ZodObject<Shape, z.core.$strict>>>;
  /** Describes the step in short lines. */
  summary: (step: JsonObject) => Summary;
  /** A pure function. */
  run: (context: StepContext<z.output<z.ZodObject<Shape, z.core.$strict>>>) => StepOutcome<ExitOf<Exits>>;
  /** Reads a reply, for a type that waits for one. Undefined if the text does not fit. */
  readReply?: (step: z.output<z.ZodObject<Shape, z.core.$strict>>, text: string, reading: Reading) => Reply | undefined;
} & Partial<Traits>;

/**
 * A reply in the form it is stored in, the field it will be saved in, and the exit of the choice that was taken. `parts`
 * are those of a reply that is no text, by name.
 */
export type Reply = { value: string; field: string | undefined; exit?: string; parts?: Record<string, string> };

/** Facts about steps of a type for the lint and the builder. The step they get may be an unfinished draft. */
type Traits = {
  /** A run waits for this at such a step. Undefined if it does not wait: a loop of such steps never ends. */
  waitsFor: (step: JsonObject) => WaitFor | undefined;
  /** The id of the flow that a run enters at such a step. */
  entersFlow: (step: JsonObject) => unknown;
  /** True if a run never takes the exits of such a step. */
  ignoresExits: (step: JsonObject) => boolean;
  /** True if such a step makes no sense unless an exit leads somewhere. Elsewhere a flow may just end. */
  needsExit: (step: JsonObject) => boolean;
  /** Problems that the schema allows. `key` is the setting. */
  problems: (step: JsonObject) => { code: LintCode; key?: string; message: string }[];
  /** A remark on the canvas, which no run reaches. */
  isRemark: boolean;
};

const defaults: Traits = {
  waitsFor: () => undefined,
  entersFlow: () => undefined,
  ignoresExits: () => false,
  needsExit: () => false,
  problems: () => [],
  isRemark: false,
};

/** A misspelt exit does not compile. */
type ExitOf<Exits extends AnyExits> = Exits extends readonly (infer Name extends string)[] ? Name : string;

export type StepType<Type extends string, Shape extends z.ZodRawShape, Exits extends AnyExits> = Definition<
  Type,
  Shape,
  Exits
> &
  Traits & { schema: StepSchema<Type, Shape, Exits> };

type StepSchema<Type extends string, Shape extends z.ZodRawShape, Exits extends AnyExits> = z.ZodObject<
  { type: z.ZodLiteral<Type>; name: z.ZodOptional<typeof StepName> } & Shape & NextShape<Exits>,
  z.core.$strict
>;

type Target = z.ZodOptional<z.ZodNullable<typeof StepId>>;
type NextShape<Exits extends AnyExits> = Exits extends readonly []
  ? unknown
  : Exits extends readonly ["next"]
    ? { next: Target }
    : Exits extends readonly (infer Name extends string)[]
      ? { next: z.ZodOptional<z.ZodObject<Record<Name, Target>, z.core.$strict>> }
      : { next: z.ZodOptional<z.ZodRecord<typeof StepId, z.ZodNullable<typeof StepId>>> };

function nextShape(exits: AnyExits): { next?: z.ZodType } {
  const target = (label: string) => StepId.nullable().optional().meta({ label, input: "step" });
  if (typeof exits === "function")
    return { next: z.record(StepId, StepId.nullable().meta({ input: "step" })).optional() };
  if (exits.length === 0) return {};
  if (exits.length === 1) return { next: target("Then") };
  return { next: z.strictObject(Object.fromEntries(exits.map((exit) => [exit, target(exit)]))).optional() };
}

function leavesOnlyBy(exits: (step: JsonObject) => string[]) {
  return (step: JsonObject, context: z.RefinementCtx) => {
    const names = exits(step);
    if (Object.keys(step.next ?? {}).some((name) => !names.includes(name))) {
      context.addIssue({ code: "custom", path: ["next"], message: "must not hold unknown fields" });
    }
  };
}
