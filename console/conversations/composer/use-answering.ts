import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePage } from "../../frame/use-page.ts";
import { conversationKeys } from "../../live/keys.ts";

/** The customer's message that the next one answers. `isNew`: it was just chosen, so that the writer wants to write. */
export type AnsweredMessage = { id: number; text: string; isNew?: boolean };

/** Kept while one looks at another conversation, like the draft. */
export function useAnswering(psid: string): [AnsweredMessage | null, (answered: AnsweredMessage | null) => void] {
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const queryKey = [...conversationKeys.all(pageId), "answering", psid];
  const { data = null } = useQuery<AnsweredMessage | null>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return [data, (answered) => client.setQueryData(queryKey, answered)];
}
