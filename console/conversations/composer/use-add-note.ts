import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { conversationKeys } from "../../live/keys.ts";
import { newKey } from "./new-key.ts";

/** Adds a note. The key stays the same until one was added, so that a repeated attempt adds no second one. */
export function useAddNote(psid: string) {
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (text: string) =>
      api("POST /pages/:page_id/conversations/:psid/notes", {
        params: { page_id: pageId, psid },
        body: { text, key: key.current },
      }),
    onSuccess: () => {
      key.current = newKey();
      return client.invalidateQueries({ queryKey: conversationKeys.notes(pageId, psid) });
    },
    meta: { showsFailure: true },
  });
}
