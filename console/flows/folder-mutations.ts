import { api } from "../api.ts";
import { showToast } from "../ui/toast.tsx";
import { type Folder, moveFolder, renameFolder, type Target, withoutFolder } from "./tree.ts";
import type { MutationContext } from "./use-tree-change.ts";

export function folderMutations({ change, index, page_id, t }: MutationContext) {
  const patch = (folder_id: number, body: { name?: string; parent_id?: number | null; place?: number }) =>
    api("PATCH /pages/:page_id/folders/:folder_id", { params: { page_id, folder_id }, body });

  return {
    createFolder: (name: string, parent_id: number | null) =>
      change({ call: () => api("POST /pages/:page_id/folders", { params: { page_id }, body: { name, parent_id } }) }),

    renameFolder: ({ id }: Folder, name: string) =>
      change({ preview: (tree) => renameFolder(tree, id, name), call: () => patch(id, { name }) }),

    moveFolder: (id: number, { folderId, place }: Target) => {
      const others = index().foldersIn(folderId);
      const at = place ?? others.filter((folder) => folder.id !== id).length;
      return change({
        preview: (tree) => moveFolder(tree, id, { folderId, place: at }),
        call: () => patch(id, { parent_id: folderId, place: at }),
      });
    },

    duplicateFolder: (folder_id: number) =>
      change({
        call: async () => {
          const route = "POST /pages/:page_id/folders/:folder_id/duplicate";
          const copy = await api(route, { params: { page_id, folder_id } });
          showToast({ message: t("done.duplicated", { name: copy.name }) });
        },
      }),

    async deleteFolder({ id, name }: Folder): Promise<boolean> {
      const count = index().countIn(id);
      const done = await change({
        preview: (tree) => withoutFolder(tree, id),
        call: () => api("DELETE /pages/:page_id/folders/:folder_id", { params: { page_id, folder_id: id } }),
      });
      const message = count > 0 ? t("done.folderDeletedFlows", { name, count }) : t("done.folderDeleted", { name });
      if (done) showToast({ message });
      return done;
    },
  };
}
