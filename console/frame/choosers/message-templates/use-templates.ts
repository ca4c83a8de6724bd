import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../api.ts";
import { useMay, usePage } from "../../use-page.ts";

type Templates = ReplyOf<"GET /pages/:page_id/message_templates">;

const templatesQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "message-templates"],
    queryFn: () => api("GET /pages/:page_id/message_templates", { params: { page_id: pageId } }),
  });

/** The stored templates of the page's account. A list that was never read, or is old, is read from the platform. */
export function useTemplates() {
  const { id: pageId } = usePage();
  const mayRead = useMay("converse");
  const queries = useQueryClient();
  const query = useQuery(templatesQuery(pageId));
  const reading = useMutation({
    mutationFn: () => api("POST /pages/:page_id/message_templates/read", { params: { page_id: pageId } }),
    onSuccess: (next: Templates) => queries.setQueryData(templatesQuery(pageId).queryKey, next),
    // The picker shows the failure itself.
    meta: { showsFailure: true },
  });
  const { data } = query;
  const mustRead = mayRead && data?.has_templates === true && data.read_at === null && reading.status === "idle";
  const { mutate } = reading;
  useEffect(() => {
    if (mustRead) mutate();
  }, [mustRead, mutate]);
  return { query, data, reading, mayRead };
}
