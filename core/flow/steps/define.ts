import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { StepId } from "../../model/step-id.ts";
import type { StepContext } from "./context.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Defines a step type: its settings, its exits and what it does. The step's schema is its settings with `type` and
 * `next`. `next` is a step id or null if the only exit is "next", else an object with a step id or null per exit. A run
 * ends at an exit without a step.
 */
export function defineStep<const Type extends string, Shape extends z.ZodRawShape, const Exits extends AnyExits>(
  definition: Definition<Type, Shape, Exits>,
): StepType<Type, Shape, Exits> {
  const { type, settings, exits } = definition;
  const whole = (settings as z.ZodObject).safeExtend({ type: z.literal(type), ...nextShape(exits) });
  const schema = typeof exits === "function" ? whole.superRefine(leavesOnlyBy(exits)) : whole;
  return { waits: () => false, ...definition, schema: schema as unknown as StepSchema<Type, Shape, Exits> };
}

/** The names of the exits, or a function if they depend on the settings. */
export type AnyExits = readonly string[] | ((settings: never) => string[]);

export type Definition<Type extends string, Shape extends z.ZodRawShape, Exits extends AnyExits> = {
  type: Type;
  title: string;
  settings: z.ZodObject<Shape, z.core.$strict>;
  exits: Exits;
  /** True if a run stops at such a step, which may be a draft, for a reply, a time or an answer. A loop needs one. */
  waits?: (step: JsonObject) => boolean;
  /** A pure function. A run fails at a step type without it, and a flow with such a step cannot be published. */
  run?: (context: StepContext<z.output<z.ZodObject<Shape, z.core.$strict>>>) => Outcome<ExitOf<Exits>>;
};

/** A misspelt exit does not compile. */
type ExitOf<Exits extends AnyExits> = Exits extends readonly (infer Name extends string)[] ? Name : string;

export type StepType<Type extends string, Shape extends z.ZodRawShape, Exits extends AnyExits> = Definition<
  Type,
  Shape,
  Exits
> & { waits: (step: JsonObject) => boolean; schema: StepSchema<Type, Shape, Exits> };

type StepSchema<Type extends string, Shape extends z.ZodRawShape, Exits extends AnyExits> = z.ZodObject<
  { type: z.ZodLiteral<Type> } & Shape & NextShape<Exits>,
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

function leavesOnlyBy(exits: (settings: never) => string[]) {
  return (step: { next?: unknown }, context: z.RefinementCtx) => {
    const names = exits(step as never);
    if (Object.keys(step.next ?? {}).some((name) => !names.includes(name))) {
      context.addIssue({ code: "custom", path: ["next"], message: "must not hold unknown fields" });
    }
  };
}
