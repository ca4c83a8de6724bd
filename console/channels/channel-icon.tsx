import type { ChannelType } from "@banter/core/channels/index.ts";
import {
  type Icon,
  IconBrandInstagram,
  IconBrandLine,
  IconBrandMessenger,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconMessageCircle,
  IconMessages,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

const icons: Record<ChannelType, Icon> = {
  webchat: IconMessages,
  messenger: IconBrandMessenger,
  instagram: IconBrandInstagram,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  zalo: IconMessageCircle,
  line: IconBrandLine,
};

/** The channel's icon, with its name for screen readers. */
export function ChannelIcon({ channel, size = 18 }: { channel: ChannelType; size?: number }) {
  const { t } = useTranslation("channels");
  const Brand = icons[channel];
  return <Brand size={size} stroke={1.7} role="img" aria-label={t(`${channel}.name`)} />;
}
