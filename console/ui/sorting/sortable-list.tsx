import { DndContext, type DragEndEvent, type UniqueIdentifier } from "@dnd-kit/core";
import {
  arrayMove,
  horizontalListSortingStrategy,
  rectSortingStrategy,
  SortableContext,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { ActionIcon, Box, Stack } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSorting } from "./sorting.ts";

type Props<Item> = {
  items: Item[];
  /** A stable id, not 0. */
  keyOf: (item: Item) => string | number;
  /** The name for screen readers. */
  nameOf: (item: Item) => string;
  onReorder: (items: Item[]) => void;
  /** Draws an item with its drag handle, which is null while sorting is disabled. */
  render: (item: Item, handle: ReactNode, index: number) => ReactNode;
  disabled?: boolean;
  /** How the items stand: below each other, beside each other, or beside each other in several lines. */
  flow?: keyof typeof strategies;
  /** The class of the element around the items, which arranges them. */
  className?: string;
};

const strategies = {
  column: verticalListSortingStrategy,
  row: horizontalListSortingStrategy,
  wrap: rectSortingStrategy,
};

/** A list that is sorted by pointer or keyboard (Space picks up, arrows move, Space drops). */
export function SortableList<Item>({
  items,
  keyOf,
  nameOf,
  onReorder,
  render,
  disabled = false,
  ...more
}: Props<Item>) {
  const { flow = "column", className } = more;
  const List = className === undefined ? Stack : Box;
  const look = className === undefined ? { gap: "xs" } : { className };
  const keys = items.map(keyOf);
  const nameAt = (key: UniqueIdentifier) => {
    const item = items[keys.indexOf(key)];
    return item === undefined ? "" : nameOf(item);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      onReorder(arrayMove(items, keys.indexOf(active.id as string), keys.indexOf(over.id as string)));
  };
  const sorting = useSorting(nameAt, (key) => keys.indexOf(key) + 1);
  if (disabled) return <List {...look}>{items.map((item, index) => render(item, null, index))}</List>;
  return (
    <DndContext {...sorting} onDragEnd={drop}>
      <SortableContext items={keys} strategy={strategies[flow]}>
        <List {...look}>
          {items.map((item, index) => (
            <SortableRow key={keyOf(item)} id={keyOf(item)} name={nameOf(item)} isFixed={flow === "column"}>
              {(handle) => render(item, handle, index)}
            </SortableRow>
          ))}
        </List>
      </SortableContext>
    </DndContext>
  );
}

type RowProps = {
  id: string | number;
  name: string;
  /** It moves up and down only. */
  isFixed: boolean;
  children: (handle: ReactNode) => ReactNode;
};

function SortableRow({ id, name, isFixed, children }: RowProps) {
  const { t } = useTranslation("ui");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      variant="subtle"
      color="gray"
      data-drag-handle
      {...attributes}
      {...listeners}
      aria-label={t("sort.handle", { name })}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
  const moved = transform
    ? `translate3d(${isFixed ? 0 : Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)`
    : undefined;
  return (
    <div
      ref={setNodeRef}
      style={{ transform: moved, transition, position: "relative", zIndex: isDragging ? 2 : undefined }}
    >
      {children(handle)}
    </div>
  );
}
