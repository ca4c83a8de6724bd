import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { usePersonName } from "../../frame/use-person-name.ts";
import type { Conversation } from "../../live/conversation-cache.ts";
import { conversationKeys } from "../../live/keys.ts";
import { showToast } from "../../ui/toast.tsx";
import { useThread } from "../thread/use-thread.ts";

type Change = { state: "done" } | { state: "open" } | { state: "snoozed"; until: Date | null };

/** Finishes the conversation, puts it off or opens it again, and offers to undo it. Events show the effect. */
export function useSettle(conversation: Pick<Conversation, "psid" | "name">) {
  const { psid } = conversation;
  const { t } = useTranslation("conversations");
  const personName = usePersonName();
  const { id: pageId } = usePage();
  const client = useQueryClient();
  // Words of the customer behind the last message that is seen here open the conversation again.
  const through = useThread(pageId, psid).data?.messages.at(-1)?.id ?? 1;
  const change = useMutation({
    mutationFn: (next: Change) =>
      api("PUT /pages/:page_id/conversations/:psid/state", {
        params: { page_id: pageId, psid },
        body: {
          state: next.state,
          through,
          ...(next.state === "snoozed" && { until: next.until?.toISOString() ?? null }),
        },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: conversationKeys.one(pageId, psid) }),
  });
  return {
    isPending: change.isPending,
    settle(next: Change): Promise<unknown> {
      return change.mutateAsync(next).then(
        () => {
          if (next.state === "open") return;
          const name = personName(conversation);
          const undo = () => change.mutate({ state: "open" });
          showToast({ message: t(`state.told.${next.state}`, { name }), undo });
        },
        // The failure is shown by the console.
        () => undefined,
      );
    },
  };
}
