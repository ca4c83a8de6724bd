import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { treeQuery } from "../queries.ts";
import { showToast } from "../ui/toast.ts";
import { trashKey } from "./trash-query.ts";
import {
  type Flow,
  type Folder,
  indexTree,
  moveFlow,
  moveFolder,
  type Target,
  type Tree,
  withoutFlows,
  withoutFolder,
} from "./tree.ts";

/** A change of the tree: how it will look, shown at once, and the calls that make it so. */
type Deed = { guess?: (tree: Tree) => Tree; call: () => Promise<unknown> };

/** Everything that can be done to flows and folders. What fails is told in a toast, and the tree is as before. */
export function useDeeds() {
  const { t } = useTranslation("flows");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const { queryKey } = treeQuery(page_id);
  const { mutateAsync, isPending } = useMutation({
    // One after the other: places count in the tree that the change before has left.
    scope: { id: `tree ${page_id}` },
    mutationFn: ({ call }: Deed) => call(),
    onMutate: async ({ guess }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before && guess) client.setQueryData(queryKey, guess(before));
      return { before };
    },
    onError: (_error, _deed, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before);
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey }), client.invalidateQueries({ queryKey: trashKey(page_id) })]),
  });
  const indexNow = () => indexTree(client.getQueryData(queryKey) ?? { folders: [], flows: [] });
  /** Whether it worked; the toast of a failure comes by itself. */
  const act = (deed: Deed) =>
    mutateAsync(deed).then(
      () => true,
      () => false,
    );

  const patchFlow = (flow_id: number, body: { name?: string; folder_id?: number | null; place?: number }) =>
    api("PATCH /pages/:page_id/flows/:flow_id", { params: { page_id, flow_id }, body });
  const patchFolder = (folder_id: number, body: { name?: string; parent_id?: number | null; place?: number }) =>
    api("PATCH /pages/:page_id/folders/:folder_id", { params: { page_id, folder_id }, body });

  async function inTurn<Item>(items: readonly Item[], call: (item: Item) => Promise<unknown>): Promise<void> {
    for (const item of items) await call(item);
  }

  async function restore(flows: readonly { id: number; name: string }[]): Promise<void> {
    const done = await act({
      call: () =>
        inTurn(flows, ({ id: flow_id }) =>
          api("POST /pages/:page_id/flows/:flow_id/restore", { params: { page_id, flow_id } }),
        ),
    });
    const [first] = flows;
    if (!done || !first) return;
    const message =
      flows.length === 1 ? t("done.restored", { name: first.name }) : t("done.restored_many", { count: flows.length });
    showToast({ message });
  }

  /** Without a place they go to the end, one after the other. */
  function moveFlows(ids: readonly number[], { folderId, place }: Target): Promise<boolean> {
    const others = indexNow()
      .flowsIn(folderId)
      .filter(({ id }) => !ids.includes(id));
    const first = place ?? others.length;
    return act({
      guess: (tree) => ids.reduce((moved, id, index) => moveFlow(moved, id, { folderId, place: first + index }), tree),
      call: () =>
        inTurn([...ids.entries()], ([index, id]) => patchFlow(id, { folder_id: folderId, place: first + index })),
    });
  }

  return {
    isPending,
    restore,

    renameFlow: ({ id }: Flow, name: string) =>
      act({
        guess: (tree) => ({ ...tree, flows: tree.flows.map((one) => (one.id === id ? { ...one, name } : one)) }),
        call: () => patchFlow(id, { name }),
      }),

    renameFolder: ({ id }: Folder, name: string) =>
      act({
        guess: (tree) => ({ ...tree, folders: tree.folders.map((one) => (one.id === id ? { ...one, name } : one)) }),
        call: () => patchFolder(id, { name }),
      }),

    moveFlow: (id: number, target: Target) => moveFlows([id], target),
    moveFlows,

    moveFolder: (id: number, { folderId, place }: Target) => {
      const others = indexNow()
        .foldersIn(folderId)
        .filter((folder) => folder.id !== id);
      const at = place ?? others.length;
      return act({
        guess: (tree) => moveFolder(tree, id, { folderId, place: at }),
        call: () => patchFolder(id, { parent_id: folderId, place: at }),
      });
    },

    duplicateFlow: (flow_id: number) =>
      act({
        call: async () => {
          const copy = await api("POST /pages/:page_id/flows/:flow_id/duplicate", { params: { page_id, flow_id } });
          showToast({ message: t("done.duplicated", { name: copy.name }) });
        },
      }),

    duplicateFolder: (folder_id: number) =>
      act({
        call: async () => {
          const copy = await api("POST /pages/:page_id/folders/:folder_id/duplicate", {
            params: { page_id, folder_id },
          });
          showToast({ message: t("done.duplicated", { name: copy.name }) });
        },
      }),

    createFolder: (name: string, parent_id: number | null) =>
      act({ call: () => api("POST /pages/:page_id/folders", { params: { page_id }, body: { name, parent_id } }) }),

    async trash(flows: readonly Flow[]): Promise<void> {
      const done = await act({
        guess: (tree) => withoutFlows(tree, new Set(flows.map(({ id }) => id))),
        call: () =>
          inTurn(flows, ({ id: flow_id }) =>
            api("DELETE /pages/:page_id/flows/:flow_id", { params: { page_id, flow_id } }),
          ),
      });
      const [first] = flows;
      if (!done || !first) return;
      const message =
        flows.length === 1
          ? t("done.flow_trashed", { name: first.name })
          : t("done.flows_trashed", { count: flows.length });
      showToast({ message, undo: () => void restore(flows) });
    },

    async deleteFolder(folder: Folder): Promise<boolean> {
      const count = indexNow().countIn(folder.id);
      const done = await act({
        guess: (before) => withoutFolder(before, folder.id),
        call: () => api("DELETE /pages/:page_id/folders/:folder_id", { params: { page_id, folder_id: folder.id } }),
      });
      const { name } = folder;
      const message = count > 0 ? t("done.folder_deleted_flows", { name, count }) : t("done.folder_deleted", { name });
      if (done) showToast({ message });
      return done;
    },
  };
}

export type Deeds = ReturnType<typeof useDeeds>;
