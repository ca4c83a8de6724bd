import { useMutation } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { readMessage, useAddMessages } from "./use-thread.ts";

/** Retry and drop of a message. Its new state is shown also if it is too old for the next reading of the newest. */
export function useMessageActions(psid: string, messageId: number) {
  const { id: pageId } = usePage();
  const addMessages = useAddMessages(pageId, psid);
  const params = { page_id: pageId, message_id: messageId };
  const onSettled = async () => addMessages(await readMessage(pageId, psid, messageId));
  return {
    retry: useMutation({
      mutationFn: () => api("POST /pages/:page_id/messages/:message_id/retry", { params }),
      onSettled,
    }),
    drop: useMutation({
      mutationFn: () => api("POST /pages/:page_id/messages/:message_id/drop", { params }),
      onSettled,
    }),
  };
}
