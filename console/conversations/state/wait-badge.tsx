import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Conversation } from "../../live/conversation-cache.ts";
import { isWaiting, waitOf } from "../list/merge-lines.ts";
import { waitText } from "./wait-text.ts";

/** How long the customer waits; red once that is longer than the page has promised. */
export function WaitBadge({ line, now }: { line: Conversation; now: number }) {
  const { t, i18n } = useTranslation("conversations");
  const since = waitOf(line);
  if (since === null || !isWaiting(line, now)) return null;
  const time = waitText(since, i18n.language, now);
  const isLate = line.late_at !== null && Date.parse(line.late_at) <= now;
  return (
    <Badge
      size="sm"
      tt="none"
      color={isLate ? "red" : "coral"}
      variant={isLate ? "filled" : "light"}
      className="waiting"
      data-late={isLate || undefined}
      role="img"
      aria-label={t(isLate ? "row.late" : "row.waiting", { time })}
    >
      {time}
    </Badge>
  );
}
