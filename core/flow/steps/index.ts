import { z } from "zod";
import { isObject } from "../../model/json.ts";
import { action } from "./action.ts";
import { ai } from "./ai.ts";
import { ask } from "./ask.ts";
import { condition } from "./condition.ts";
import { delay } from "./delay.ts";
import { goto } from "./goto.ts";
import { message } from "./message.ts";
import { note } from "./note.ts";
import { request } from "./request.ts";
import { split } from "./split.ts";

/** Every step type. Adding one is a file here and a line below. */
export const stepTypes = { message, ask, condition, split, delay, action, goto, request, ai, note };

export const StepTypeName = z.enum(Object.keys(stepTypes) as [keyof typeof stepTypes]);
export type StepTypeName = keyof typeof stepTypes;

type StepSchema = (typeof stepTypes)[StepTypeName]["schema"];
const schemas = Object.values(stepTypes).map(({ schema }) => schema) as [StepSchema, ...StepSchema[]];

export const Step = z.discriminatedUnion("type", schemas);
export type Step = z.infer<StepSchema>;

export function isStepType(name: unknown): name is StepTypeName {
  return typeof name === "string" && Object.hasOwn(stepTypes, name);
}

/** The type of a step, which may be an unfinished draft. */
export function findType(step: unknown): (typeof stepTypes)[StepTypeName] | undefined {
  return isObject(step) && isStepType(step.type) ? stepTypes[step.type] : undefined;
}

/** True for remarks on the canvas, which no run reaches. */
export function isRemark(step: unknown): boolean {
  return findType(step)?.isRemark ?? false;
}
