import { useQueryClient } from "@tanstack/react-query";
import { treeQuery } from "../../queries.ts";
import { useScene } from "../context.ts";
import { flowQuery } from "../queries.ts";

/** Reads the flow's state again, here and in the list of flows. */
export function useRefreshFlow(): () => Promise<unknown> {
  const { page, flowId } = useScene();
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: flowQuery(page.id, flowId).queryKey }),
      client.invalidateQueries({ queryKey: treeQuery(page.id).queryKey }),
    ]);
}
