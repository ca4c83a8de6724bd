import type { ChannelType } from "@banter/core/channels/index.ts";
import type { ToolType } from "@banter/core/model/tool.ts";

const everywhere: ToolType[] = ["chat_ref_url", "qr_code"];

/** Which tools do something on a channel: the widget is a web chat, and not every platform's advertisements take JSON. */
export const channelTools: Record<ChannelType, ToolType[]> = {
  webchat: [...everywhere, "social_ads_json", "chat_widget"],
  messenger: [...everywhere, "social_ads_json"],
  instagram: [...everywhere, "social_ads_json"],
  whatsapp: everywhere,
  telegram: everywhere,
  zalo: everywhere,
  line: everywhere,
};
