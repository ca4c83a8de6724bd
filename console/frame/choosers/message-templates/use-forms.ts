import "./add-words.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../api.ts";
import { useMay, usePage } from "../../use-page.ts";

type Forms = ReplyOf<"GET /pages/:page_id/message_forms">;

const formsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "message-forms"],
    queryFn: () => api("GET /pages/:page_id/message_forms", { params: { page_id: pageId } }),
  });

/** The stored forms of the page's account. A list that was never read is read from the platform. */
export function useForms() {
  const { id: pageId } = usePage();
  const mayRead = useMay("build");
  const queries = useQueryClient();
  const { data } = useQuery(formsQuery(pageId));
  const reading = useMutation({
    mutationFn: () => api("POST /pages/:page_id/message_forms/read", { params: { page_id: pageId } }),
    onSuccess: (next: Forms) => queries.setQueryData(formsQuery(pageId).queryKey, next),
    // The select shows the failure itself.
    meta: { showsFailure: true },
  });
  const mustRead = mayRead && data?.has_forms === true && data.read_at === null && reading.status === "idle";
  const { mutate } = reading;
  useEffect(() => {
    if (mustRead) mutate();
  }, [mustRead, mutate]);
  return { data, reading, mayRead };
}
