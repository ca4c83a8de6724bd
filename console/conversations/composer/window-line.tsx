import { IconClock, IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ConversationInfo } from "../../live/conversation-cache.ts";
import { ago } from "../../ui/ago.ts";

type Props = { window: ConversationInfo["window"]; isBlocked: boolean; tag: string | undefined };

/** Until when a free message may be sent, or why none may. */
export function WindowLine({ window, isBlocked, tag }: Props) {
  const { t, i18n } = useTranslation("conversations");
  if (isBlocked) return <Line icon={IconLock} text={t("window.blocked")} />;
  if (window.is_open) {
    const until = window.open_until;
    return until && <Line icon={IconClock} text={t("window.open", { in: ago(until, i18n.language) })} />;
  }
  const key = tag !== undefined ? "tag" : window.takes_templates ? "template" : "closed";
  return <Line icon={IconLock} text={t(`window.${key}`, { tag })} />;
}

function Line({ icon: Icon, text }: { icon: typeof IconClock; text: string }) {
  return (
    <span className="window-line">
      <Icon size={14} aria-hidden /> {text}
    </span>
  );
}
