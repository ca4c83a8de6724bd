import { choiceId, choiceText } from "@banter/core/flow/steps/choice.ts";
import type { AnyExits } from "@banter/core/flow/steps/define.ts";
import { findType } from "@banter/core/flow/steps/index.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import type { DraftStep, Path } from "../edit/draft.ts";
import { shownId } from "../edit/exit-id.ts";

/** An exit of a step: one that a run takes by itself, or that of a button, a quick reply or a choice. */
export type Exit = {
  /** The JSON pointer of the exit in the step. It is the id of the handle on the canvas. */
  handle: string;
  path: Path;
  kind: "next" | "button" | "reply" | "choice";
  /** The name of the exit in the document, or the title of the button. */
  name: string;
  /** The words of the flow's author for it, if there are any. */
  title?: string;
  target: string | null;
};

/** All exits of a step, connected or not, in the order in which they are drawn. */
export function exitsOf(step: DraftStep): Exit[] {
  return [...pressedExits(step), ...choiceExits(step), ...nextExits(step)];
}

/** The exits that are not those of a button, a quick reply or a choice. */
export function nextExits(step: DraftStep): Exit[] {
  const { next } = step;
  const names = exitNames(step);
  if (names === "next") {
    // An exit that is never taken is shown only while it is connected, so that it can be disconnected.
    if (findType(step)?.ignoresExits(step) && typeof next !== "string") return [];
    return [exit("next", ["next"], "next", next)];
  }
  const ofChoices = new Set(choiceExits(step).map(({ name }) => name));
  return names
    .filter((name) => !ofChoices.has(name))
    .map((name) => ({ ...exit("next", ["next", name], name, targetOf(step, name)), ...titleOf(step, name) }));
}

/** The exits of a question's choices. */
export function choiceExits(step: DraftStep): Exit[] {
  const choices = Array.isArray(step.choices) ? step.choices : [];
  return choices.flatMap((choice): Exit[] => {
    const id = choiceId(choice);
    if (id === undefined) return [];
    return [{ ...exit("choice", ["next", id], id, targetOf(step, id)), title: choiceText(choice) }];
  });
}

/** Buttons and quick replies of a step's content that lead to steps. */
function pressedExits(step: DraftStep): Exit[] {
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

/** The objects in a value that should be a list, with their indexes. */
export function listOf(value: unknown): [JsonObject, number][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index): [JsonObject, number][] => (isObject(item) ? [[item, index]] : []));
}

export function wordsOf({ title, caption }: JsonObject): string {
  const words = title ?? caption;
  return typeof words === "string" ? words : "";
}

function exitNames(step: DraftStep): "next" | readonly string[] {
  const exits: AnyExits = findType(step)?.exits ?? [];
  if (typeof exits === "function") return exits(step);
  return exits.length === 1 ? "next" : exits;
}

function pressed(kind: Exit["kind"], list: Path, [item, index]: [JsonObject, number]): Exit[] {
  return item.type === "step" ? [exit(kind, [...list, index, "step"], wordsOf(item), item.step)] : [];
}

function exit(kind: Exit["kind"], path: Path, name: string, target: unknown): Exit {
  return { handle: pointer(path), path, kind, name, target: typeof target === "string" ? target : null };
}

function targetOf({ next }: DraftStep, name: string): unknown {
  return isObject(next) && Object.hasOwn(next, name) ? next[name] : null;
}

/** A branch and an intent have names of their own. */
function titleOf(step: DraftStep, name: string): { title?: string } {
  const intent = step.type === "ai" && listOf(step.intents).find(([{ id }]) => id === name)?.[0];
  if (intent) return { title: typeof intent.name === "string" ? intent.name : "" };
  const branch = listOf(step.branches).find(([{ id }]) => id === name)?.[0];
  if (!branch) return {};
  return { title: typeof branch.name === "string" && branch.name !== "" ? branch.name : shownId(branch.id) };
}
