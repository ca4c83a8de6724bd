import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { evaluationsKey } from "../../queries.ts";

/** Asks all questions, with the draft and with the live version. */
export function useRun(id: number) {
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/evaluations/:evaluation_id/run", {
        params: { page_id, evaluation_id: id },
        body: { targets: ["draft", "live"] },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: evaluationsKey(page_id) }),
  });
}
