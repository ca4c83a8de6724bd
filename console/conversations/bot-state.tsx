import { IconHandStop, IconPlayerPause, IconRobot } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Conversation } from "../live/conversation-cache.ts";
import { ago } from "../ui/ago.ts";

/** The bot answers, is paused, or the customer waits for a person. */
export function BotState({ conversation: { paused, waiting_since, waiting_until } }: { conversation: Conversation }) {
  const { t, i18n } = useTranslation("conversations");
  if (waiting_since) {
    return (
      <p className="bot-state is-waiting">
        <IconHandStop size={14} aria-hidden />
        <span>
          {t("bot.waiting", { since: ago(waiting_since, i18n.language) })}{" "}
          {waiting_until && t("bot.waitingUntil", { at: timeText(waiting_until, i18n.language) })}
        </span>
      </p>
    );
  }
  if (paused) {
    return (
      <p className="bot-state is-paused">
        <IconPlayerPause size={14} aria-hidden />
        <span>
          {paused.until ? t("bot.pausedUntil", { at: timeText(paused.until, i18n.language) }) : t("bot.pausedForGood")}
        </span>
      </p>
    );
  }
  return (
    <p className="bot-state">
      <IconRobot size={14} aria-hidden /> <span>{t("bot.active")}</span>
    </p>
  );
}

/** Today's times without the day. */
function timeText(at: string, language: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday
    ? new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })
    : new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
