import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { askAboutFolder, askTrash } from "../frame/uses/ask-removal.tsx";
import type { Moving } from "./move-dialog.tsx";
import type { RowActions } from "./rows.tsx";
import type { Flow, FolderId, Index } from "./tree.ts";
import type { FlowMutations } from "./use-flow-mutations.ts";

type Screen = {
  index: Index;
  mutations: FlowMutations;
  current: FolderId;
  open: (id: FolderId) => void;
  move: (moving: Moving) => void;
  transfer: (flow: Flow) => void;
  selected: ReadonlySet<number>;
  setSelected: (ids: ReadonlySet<number>) => void;
};

/** The actions of the rows' menus and check boxes. */
export function useRowActions({
  index,
  mutations,
  current,
  open,
  move,
  transfer,
  selected,
  setSelected,
}: Screen): RowActions {
  const { t } = useTranslation("flows");
  const { id: pageId } = usePage();
  const without = (id: number) => new Set([...selected].filter((one) => one !== id));
  return {
    open,
    renameFlow: (flow, name) => void mutations.renameFlow(flow, name),
    renameFolder: (folder, name) => void mutations.renameFolder(folder, name),
    duplicateFlow: ({ id }) => void mutations.duplicateFlow(id),
    duplicateFolder: ({ id }) => void mutations.duplicateFolder(id),
    moveFlow: (flow) => move({ flows: [flow] }),
    moveFolder: (folder) => move({ folder }),
    shiftFlow: ({ id, folder_id }, by) => {
      const place = index.flowsIn(folder_id).findIndex((flow) => flow.id === id) + by;
      void mutations.moveFlow(id, { folderId: folder_id, place });
    },
    shiftFolder: ({ id, parent_id }, by) => {
      const place = index.foldersIn(parent_id).findIndex((folder) => folder.id === id) + by;
      void mutations.moveFolder(id, { folderId: parent_id, place });
    },
    transfer,
    trash: async (flow) => {
      if (!(await askTrash(pageId, [flow]))) return;
      setSelected(without(flow.id));
      await mutations.trash([flow]);
    },
    switchFlow: (flow, isOn) => void mutations.switchFlow(flow, isOn),
    deleteFolder: async (folder) => {
      const count = index.countIn(folder.id);
      const agreed = await askAboutFolder(pageId, folder.id, {
        title: t("deleteFolder.title", { name: folder.name }),
        body: count > 0 ? t("deleteFolder.text", { count }) : t("deleteFolder.empty"),
        action: t("deleteFolder.submit"),
      });
      if (agreed && (await mutations.deleteFolder(folder)) && index.isWithin(current, folder.id))
        open(folder.parent_id);
    },
    namesBeside: (item) => {
      const others = "folder_id" in item ? index.flowsIn(item.folder_id) : index.foldersIn(item.parent_id);
      return others.filter(({ id }) => id !== item.id).map(({ name }) => name);
    },
    select: (id, isSelected) => setSelected(isSelected ? new Set([...selected, id]) : without(id)),
  };
}
