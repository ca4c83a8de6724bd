import { useTranslation } from "react-i18next";
import { showToast } from "../ui/toast.tsx";
import { type DraggedRow, type Over, placeOf } from "./drop.ts";
import type { Index, Target } from "./tree.ts";
import type { FlowMutations } from "./use-flow-mutations.ts";

/** Moves a dropped flow or folder. A toast says so if it is now in another folder, out of view. */
export function useDrop(index: Index, mutations: FlowMutations) {
  const { t } = useTranslation("flows");
  return async (dragged: DraggedRow, target: Target, over: Over): Promise<void> => {
    const before = placeOf(index, dragged);
    const move = dragged.kind === "flow" ? mutations.moveFlow : mutations.moveFolder;
    const moved = await move(dragged.id, target);
    if (!moved || target.folderId === before.folderId) return;
    const folder = over.kind === "folder" ? over.name : (index.folder(target.folderId)?.name ?? t("top"));
    showToast({ message: t("done.moved", { folder }), undo: () => void move(dragged.id, before) });
  };
}
