import type { Channels } from "./channel.ts";
import { webchat } from "./webchat/index.ts";

/** Every channel. Adding one is a folder here and a line below. */
export const channels: Channels = { webchat };
