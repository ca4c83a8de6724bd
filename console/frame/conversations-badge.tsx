import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { conversationCountsQuery } from "./conversation-counts.ts";

/** The number of customers who wait for a person. */
export function ConversationsBadge({ pageId }: { pageId: string }) {
  const { t } = useTranslation("ui");
  const { data } = useQuery(conversationCountsQuery(pageId));
  const count = data?.waiting ?? 0;
  if (count === 0) return null;
  return (
    <Badge size="sm" color="red" circle={count < 10} role="img" aria-label={t("nav.waiting", { count })}>
      {count > 99 ? "99+" : count}
    </Badge>
  );
}
