import { useQueryClient } from "@tanstack/react-query";
import { usePage } from "../../frame/use-page.ts";
import { conversationKeys as keys } from "../../live/keys.ts";

/** Reads the customer and the conversation again after a change. */
export function useCustomerChanged(psid: string): () => Promise<unknown> {
  const { id: pageId } = usePage();
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.customer(pageId, psid) }),
      client.invalidateQueries({ queryKey: keys.one(pageId, psid) }),
    ]);
}
