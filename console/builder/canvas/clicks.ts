import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { DraftStep, Path } from "../edit/draft.ts";
import { listOf } from "../steps/exits.ts";
import type { StepCounters } from "./graph.ts";

/** The clicks on the button or quick reply at a path of the step, and of how many who came to the step. */
export type ClicksOf = (path: Path) => { count: number; of: number };

/**
 * Clicks are counted by the button's index in its message. Where several messages of a step have buttons, the index
 * alone does not tell which of them it was, so that none is shown.
 */
export function clicksOf(step: DraftStep, counters: StepCounters | undefined): ClicksOf {
  const places = pressablePlaces(step);
  return (path) => {
    const index = places.indexOf(path.join("/"));
    const count = index < 0 ? 0 : (counters?.clicks?.[index] ?? 0);
    return { count, of: counters?.entered ?? 0 };
  };
}

/** The paths of everything that can be pressed, in the order of `listPressables`. */
function pressablePlaces(step: DraftStep): string[] {
  const content: JsonObject = isObject(step.content) ? step.content : {};
  const messages = listOf(content.messages);
  const lists = messages.map(([message, index]) => {
    const path = `content/messages/${index}`;
    const cards = listOf(message.elements).flatMap(([card, place]) => [
      ...(typeof card.action_url === "string" && card.action_url !== ""
        ? [`${path}/elements/${place}/action_url`]
        : []),
      ...buttonsOf(card, `${path}/elements/${place}`),
    ]);
    return [...buttonsOf(message, path), ...cards];
  });
  // Quick replies go with the last message.
  lists.at(-1)?.push(...listOf(content.quick_replies).map(([, index]) => `content/quick_replies/${index}`));
  const pressable = lists.filter((list) => list.length > 0);
  return pressable.length === 1 ? (pressable[0] ?? []) : [];
}

const buttonsOf = (holder: JsonObject, path: string) =>
  listOf(holder.buttons).map(([, index]) => `${path}/buttons/${index}`);
