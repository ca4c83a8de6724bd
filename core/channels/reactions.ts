import { isSameEmoji } from "../model/content/emoji.ts";
import { type ChannelType, channelFacts } from "./index.ts";

/** Those that people use most, where a channel takes any. */
const usual = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** The emoji that are offered first. None: a page cannot react there. */
export function reactionsOn(channel: ChannelType): readonly string[] {
  const { reactions = [] } = channelFacts[channel];
  return reactions === "any" ? usual : reactions;
}

/** The emoji as the channel writes it; undefined if a page cannot react with it there. */
export function findReaction(channel: ChannelType, emoji: string): string | undefined {
  const { reactions = [] } = channelFacts[channel];
  return reactions === "any" ? emoji : reactions.find((each) => isSameEmoji(each, emoji));
}
