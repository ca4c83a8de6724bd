import { isStepType, stepTypes } from "@banter/core/flow/steps/index.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import type { DraftStep, Path } from "../edit/draft.ts";

/** A way out of a step: one that a run takes by itself, or a button or quick reply that leads to a step. */
export type Exit = {
  /** The pointer of the place in the step: it names the exit on the canvas. */
  handle: string;
  path: Path;
  kind: "next" | "button" | "reply";
  /** The exit's own name, or the words on the button. */
  name: string;
  target: string | null;
};

/** Every exit a step has, connected or not, in the order in which they are drawn. */
export function exitsOf(step: DraftStep): Exit[] {
  return [...pressedExits(step), ...nextExits(step)];
}

export function nextExits(step: DraftStep): Exit[] {
  const { next } = step;
  const names = exitNames(step);
  if (names === "next") {
    // A flow that is left for good has nothing after it; what is connected all the same must be seen to be taken away.
    if (step.type === "goto" && step.return !== true && typeof next !== "string") return [];
    return [exit("next", ["next"], "next", next)];
  }
  return names.map((name) => exit("next", ["next", name], name, isObject(next) ? own(next, name) : null));
}

/** Buttons and quick replies of a step's content that lead to steps. */
export function pressedExits(step: DraftStep): Exit[] {
  const content = isObject(step.content) ? step.content : {};
  const buttons = listOf(content.messages).flatMap(([message, index]) => {
    const path = ["content", "messages", index];
    return [
      ...listOf(message.buttons).flatMap((each) => pressed("button", [...path, "buttons"], each)),
      ...listOf(message.elements).flatMap(([card, place]) =>
        listOf(card.buttons).flatMap((each) => pressed("button", [...path, "elements", place, "buttons"], each)),
      ),
    ];
  });
  const replies = listOf(content.quick_replies).flatMap((each) => pressed("reply", ["content", "quick_replies"], each));
  return [...buttons, ...replies];
}

/** The objects of what may be a list, each with its place in it. */
export function listOf(value: unknown): [JsonObject, number][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index): [JsonObject, number][] => (isObject(item) ? [[item, index]] : []));
}

export function wordsOf({ title, caption }: JsonObject): string {
  const words = title ?? caption;
  return typeof words === "string" ? words : "";
}

function exitNames(step: DraftStep): "next" | string[] {
  if (!isStepType(step.type)) return [];
  if (step.type === "split") {
    const ids = listOf(step.branches).flatMap(([{ id }]) => (typeof id === "string" && id !== "" ? [id] : []));
    return [...new Set(ids)];
  }
  const exits: unknown = stepTypes[step.type].exits;
  if (!Array.isArray(exits)) return [];
  return exits.length === 1 ? "next" : (exits as string[]);
}

function pressed(kind: Exit["kind"], list: Path, [item, index]: [JsonObject, number]): Exit[] {
  return item.type === "step" ? [exit(kind, [...list, index, "step"], wordsOf(item), item.step)] : [];
}

function exit(kind: Exit["kind"], path: Path, name: string, target: unknown): Exit {
  return { handle: pointer(path), path, kind, name, target: typeof target === "string" ? target : null };
}

function own(holder: JsonObject, key: string): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : null;
}
