import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { conversationCountsQuery } from "./conversation-counts.ts";

/** The number of customers who wait for a person, else of unread conversations. */
export function ConversationsBadge({ pageId }: { pageId: string }) {
  const { t } = useTranslation("ui");
  const { data } = useQuery(conversationCountsQuery(pageId));
  const isWaiting = (data?.waiting ?? 0) > 0;
  const count = isWaiting ? data?.waiting : data?.unread;
  if (!count) return null;
  return (
    <Badge
      size="sm"
      color={isWaiting ? "red" : "gray"}
      variant={isWaiting ? "filled" : "default"}
      circle={count < 10}
      role="img"
      aria-label={t(isWaiting ? "nav.waiting" : "nav.unread", { count })}
    >
      {count > 99 ? "99+" : count}
    </Badge>
  );
}
