import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { usePage } from "../frame/use-page.ts";
import { trashQuery, treeQuery } from "../queries.ts";
import { type Index, indexTree, type Tree } from "./tree.ts";

/** A change of the tree: `preview` is shown at once, `call` stores it on the server. */
type TreeChange = { preview?: (tree: Tree) => Tree; call: () => Promise<unknown> };

export type TreeChanger = {
  /** True if it succeeded. A failure is shown in a toast, and the tree is as before. */
  change: (change: TreeChange) => Promise<boolean>;
  isPending: boolean;
  /** The tree as it is shown now. */
  index: () => Index;
};

/** The page, its tree and the words that a mutation needs. */
export type MutationContext = Pick<TreeChanger, "change" | "index"> & { page_id: string; t: TFunction<"flows"> };

export function useTreeChange(): TreeChanger {
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const { queryKey } = treeQuery(pageId);
  const { mutateAsync, isPending } = useMutation({
    // One after the other: the place of a change counts in the tree that the previous one left.
    scope: { id: `tree ${pageId}` },
    mutationFn: ({ call }: TreeChange) => call(),
    onMutate: async ({ preview }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before && preview) client.setQueryData(queryKey, preview(before));
      return { before };
    },
    onError: (_error, _change, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: trashQuery(pageId).queryKey }),
      ]),
  });
  return {
    change: (change) =>
      mutateAsync(change).then(
        () => true,
        () => false,
      ),
    isPending,
    index: () => indexTree(client.getQueryData(queryKey) ?? { folders: [], flows: [] }),
  };
}
