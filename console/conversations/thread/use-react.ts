import { useMutation } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { useAddMessages } from "./use-thread.ts";

/** Reacts to a message of the customer; null takes the page's reaction back. */
export function useReact(psid: string, messageId: number) {
  const { id: pageId } = usePage();
  const addMessages = useAddMessages(pageId, psid);
  return useMutation({
    mutationFn: (emoji: string | null) =>
      api("PUT /pages/:page_id/conversations/:psid/messages/:message_id/reaction", {
        params: { page_id: pageId, psid, message_id: messageId },
        body: { emoji },
      }),
    onSuccess: ({ messages }) => addMessages(messages),
  });
}
