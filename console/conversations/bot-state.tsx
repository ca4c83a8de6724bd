import { IconHandStop, IconInbox, IconPlayerPause, IconRobot } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Conversation } from "../live/conversation-cache.ts";
import { ago } from "../ui/ago.ts";
import { useNow } from "./state/use-now.ts";

/** The bot answers, is paused, the customer waits for a person, or the platform's own inbox has the conversation. */
export function BotState({ conversation }: { conversation: Conversation }) {
  const { t, i18n } = useTranslation("conversations");
  const { paused, waiting_since, waiting_until, elsewhere_since, is_handed_over, late_at } = conversation;
  const now = useNow();
  const isLate = late_at !== null && Date.parse(late_at) <= now;
  if (elsewhere_since) {
    return (
      <p className="bot-state is-paused">
        <IconInbox size={14} aria-hidden />
        <span>{t("bot.elsewhere", { since: ago(elsewhere_since, i18n.language) })}</span>
      </p>
    );
  }
  // A pause ends by itself, which people must know; the list has the age of the wait.
  if (waiting_since && (is_handed_over || !paused)) {
    return (
      <p className="bot-state is-waiting" data-late={isLate || undefined}>
        <IconHandStop size={14} aria-hidden />
        <span>
          {t(is_handed_over ? "bot.waiting" : "bot.unanswered", { since: ago(waiting_since, i18n.language) })}{" "}
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
    ? new Date(at).toLocaleTimeString(language, { timeStyle: "short" })
    : new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
