import { type SettingsOf, type ToolSettings, toolSettings } from "../../model/tools/settings.ts";
import { type EventToolType, isEventTool, type ToolType } from "../../model/tools/tool.ts";
import type { ConversationEvent } from "../event.ts";
import { attachmentIn, happeningOf, toolTypeOf } from "./happening.ts";
import { type WordFilter, wordFilter } from "./word-filter.ts";

/** A published growth tool that waits for something that customers do. */
export type EventTool = { [Type in EventToolType]: EventToolOf<Type> }[EventToolType];

export type EventToolOf<Type extends EventToolType> = {
  id: number;
  type: Type;
  name: string;
  flowId: number | null;
  settings: SettingsOf<Type>;
  /** Of tools with words in their settings. */
  hasWords: WordFilter;
};

type StoredTool = {
  id: number;
  type: ToolType;
  name: string;
  flowId: number | null;
  isPublished: boolean;
  settings: ToolSettings;
};

/** Those of a page's tools that are published and wait for something, ready for turns and in the same order. */
export function readEventTools(tools: readonly StoredTool[]): EventTool[] {
  return tools.flatMap(({ id, type, name, flowId, isPublished, settings }) => {
    if (!isPublished || !isEventTool(type)) return [];
    const { data } = toolSettings[type].safeParse(settings ?? undefined);
    // The type and the settings belong together, but the compiler cannot see it through the table.
    return data
      ? [{ id, type, name, flowId, settings: data, hasWords: wordFilter("words" in data ? data : {}) } as EventTool]
      : [];
  });
}

/** The first tool that waits for this. */
export function toolFor(tools: readonly EventTool[], event: ConversationEvent): EventTool | undefined {
  const happening = happeningOf(event);
  if (happening === undefined) return undefined;
  const type = toolTypeOf(happening);
  return tools.find((tool) => tool.type === type && fits(tool, event));
}

function fits(tool: EventTool, event: ConversationEvent): boolean {
  switch (tool.type) {
    case "story_reply":
      return event.type === "message" && tool.hasWords(event.text);
    case "form":
      return isWanted(tool.settings.forms, [attachmentIn(event, "form")?.id]);
    case "order":
      return isWanted(
        tool.settings.products,
        attachmentIn(event, "order")?.order?.items.map(({ productId }) => productId) ?? [],
      );
    case "payment":
      return isWanted(tool.settings.invoices, [attachmentIn(event, "payment")?.payment?.invoice]);
    case "ad":
      return isWanted(tool.settings.ads, [adIn(event)]);
    case "reaction":
      return event.type === "reaction" && isWanted(tool.settings.emojis.map(plain), [plain(event.emoji)]);
    default:
      return true;
  }
}

const adIn = (event: ConversationEvent) =>
  event.type === "message" ? event.referral?.adId : event.type === "referral" ? event.adId : undefined;

/** An empty list wants everything. */
const isWanted = (wanted: readonly string[], given: readonly (string | undefined)[]) =>
  wanted.length === 0 || given.some((one) => one !== undefined && wanted.includes(one));

/** Without the colour of the skin, and the sign that asks for a coloured picture, which not every platform sends. */
const plain = (emoji: string) => emoji.replaceAll(/\uFE0F|[\u{1F3FB}-\u{1F3FF}]/gu, "");
