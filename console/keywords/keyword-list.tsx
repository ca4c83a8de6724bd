import { DndContext, type DragEndEvent, type UniqueIdentifier } from "@dnd-kit/core";
import { arrayMove, SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Paper } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../frame/use-page.ts";
import { useSorting } from "../ui/sorting/sorting.ts";
import { hasMoreBelow } from "../ui/table/more-below.ts";
import type { KeywordInfo } from "./keyword.ts";
import { KeywordRow } from "./keyword-row.tsx";
import type { KeywordMutations } from "./use-keyword-mutations.ts";
import type { Warning } from "./warnings.ts";

type Props = {
  /** All keywords in order; `shown` has the search result. */
  keywords: KeywordInfo[];
  shown: KeywordInfo[];
  warnings: ReadonlyMap<number, Warning>;
  mutations: KeywordMutations;
  onEdit: (keyword: KeywordInfo) => void;
};

/** Keywords in their order, dragged by pointer or keyboard. Only the rows in view are drawn. */
export function KeywordList({ keywords, shown, warnings, mutations, onEdit }: Props) {
  const { t } = useTranslation("keywords");
  const isSortable = useMay("build") && shown.length === keywords.length;
  const box = useRef<HTMLDivElement>(null);
  const [draggedId, setDraggedId] = useState<UniqueIdentifier>();
  const places = new Map(keywords.map(({ id }, index) => [id, index]));
  const names = new Map(keywords.map(({ id, name }) => [id, name]));
  const sorting = useSorting(
    (id) => names.get(Number(id)) ?? "",
    (id) => (places.get(Number(id)) ?? 0) + 1,
  );
  const draggedAt = draggedId === undefined ? -1 : (places.get(Number(draggedId)) ?? -1);

  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => 66,
    overscan: 6,
    getItemKey: (index) => shown[index]?.id ?? index,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return draggedAt < 0 || seen.includes(draggedAt) ? seen : [...seen, draggedAt].sort((one, other) => one - other);
    },
  });
  const moveTo = ({ id }: KeywordInfo, place: number) =>
    mutations.order(arrayMove(keywords, places.get(id) ?? 0, place));
  const drop = ({ active, over }: DragEndEvent) => {
    setDraggedId(undefined);
    const [from, to] = [places.get(Number(active.id)), places.get(Number(over?.id))];
    if (from !== undefined && to !== undefined && from !== to) mutations.order(arrayMove(keywords, from, to));
  };
  return (
    <DndContext
      {...sorting}
      onDragStart={({ active }) => setDraggedId(active.id)}
      onDragEnd={drop}
      onDragCancel={() => setDraggedId(undefined)}
    >
      <SortableContext items={shown.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <Paper withBorder ref={box} className="keyword-list" data-more={hasMoreBelow(rows) || undefined}>
          <ul aria-label={t("list")} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, key, start }) => {
              const keyword = shown[index];
              if (!keyword) return null;
              const place = places.get(keyword.id) ?? 0;
              return (
                <li
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  aria-setsize={shown.length}
                  aria-posinset={index + 1}
                  style={{ top: start }}
                >
                  <KeywordRow
                    keyword={keyword}
                    place={place + 1}
                    count={keywords.length}
                    isSortable={isSortable}
                    warning={warnings.get(keyword.id)}
                    nameOf={(id) => names.get(id) ?? ""}
                    onEdit={() => onEdit(keyword)}
                    onActivate={(isOn) => mutations.activate(keyword, isOn)}
                    onMoveTo={(to) => moveTo(keyword, to - 1)}
                    onDelete={() => void mutations.remove(keyword)}
                  />
                </li>
              );
            })}
          </ul>
        </Paper>
      </SortableContext>
    </DndContext>
  );
}
