import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Paper } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { hasMoreBelow } from "../../ui/table/more-below.ts";
import { useDragged } from "../drag-area.tsx";
import { FlowRow, FolderRow, type RowActions } from "../rows.tsx";
import type { Flow, Folder, Index } from "../tree.ts";
import { useOverview } from "./overview.tsx";

type Props = {
  folders: readonly Folder[];
  flows: readonly Flow[];
  index: Index;
  actions: RowActions;
  selected: ReadonlySet<number>;
  /** Search results show the folder that each is in. */
  isFound: boolean;
  /** Rows can be moved: they are in the owner's order. */
  isMovable: boolean;
};

/** Folders, then flows. Only the rows in view are drawn, so that thousands stay fast. */
export function FlowList({ folders, flows, index, actions, selected, isFound, isMovable }: Props) {
  const { t } = useTranslation("flows");
  const box = useRef<HTMLDivElement>(null);
  const dragged = useDragged();
  const overviewOf = useOverview();
  const count = folders.length + flows.length;
  const draggedAt =
    dragged === undefined
      ? -1
      : dragged.kind === "folder"
        ? folders.findIndex(({ id }) => id === dragged.id)
        : folders.length + flows.findIndex(({ id }) => id === dragged.id);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: (at) => (at < folders.length ? 52 : 62),
    overscan: 6,
    getItemKey: (at) => (at < folders.length ? `folder:${folders[at]?.id}` : `flow:${flows[at - folders.length]?.id}`),
    // The dragged row stays drawn, however far the list is scrolled.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return draggedAt < 0 || shown.includes(draggedAt)
        ? shown
        : [...shown, draggedAt].sort((one, other) => one - other);
    },
  });
  const pathOf = (folderId: number | null) =>
    isFound ? [t("top"), ...index.pathTo(folderId).map(({ name }) => name)].join(" / ") : undefined;

  return (
    <Paper withBorder ref={box} className="flow-list" data-more={hasMoreBelow(rows) || undefined}>
      <SortableContext items={flows.map(({ id }) => `flow:${id}`)} strategy={verticalListSortingStrategy}>
        <ul aria-label={t("list")} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index: at, key, start, size }) => {
            const folder = folders[at];
            const flow = flows[at - folders.length];
            return (
              <li key={key} aria-setsize={count} aria-posinset={at + 1} style={{ top: start, height: size }}>
                {folder && (
                  <FolderRow
                    folder={folder}
                    actions={actions}
                    path={pathOf(folder.parent_id)}
                    isMovable={isMovable}
                    count={index.countIn(folder.id)}
                    isFirst={at === 0}
                    isLast={at === folders.length - 1}
                  />
                )}
                {flow && (
                  <FlowRow
                    flow={flow}
                    actions={actions}
                    path={pathOf(flow.folder_id)}
                    isMovable={isMovable}
                    isFirst={at === folders.length}
                    isLast={at === count - 1}
                    isSelected={selected.has(flow.id)}
                    overview={overviewOf(flow.id)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </SortableContext>
    </Paper>
  );
}
