import type { Channels } from "./channel.ts";
import { instagram } from "./instagram/index.ts";
import { line } from "./line/index.ts";
import { messenger } from "./messenger/index.ts";
import { telegram } from "./telegram/index.ts";
import { webchat } from "./webchat/index.ts";
import { whatsapp } from "./whatsapp/index.ts";
import { zalo } from "./zalo/index.ts";

/** Every adapter. Adding one is a folder here and a line below. */
export const channels: Channels = { instagram, line, messenger, telegram, webchat, whatsapp, zalo };
