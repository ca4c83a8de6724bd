import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { Group, Paper, Text } from "@mantine/core";
import { IconBolt, IconFolder } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { type DraggedRow, type Over, targetOf, type Zone, zoneAt } from "./drop.ts";
import type { Index, Target } from "./tree.ts";

type Hover = { dragged: DraggedRow; overKey?: string; zone: Zone };
type Props = { index: Index; onDrop: (dragged: DraggedRow, target: Target, over: Over) => void; children: ReactNode };

const HoverContext = createContext<Hover | undefined>(undefined);

/** The zone of the row that the pointer is in during a drag. */
export function useHover(key: string): Zone | undefined {
  const hover = useContext(HoverContext);
  return hover?.overKey === key ? hover.zone : undefined;
}

/** The item that is being dragged. */
export const useDragged = (): DraggedRow | undefined => useContext(HoverContext)?.dragged;

/** The area that flows and folders are dragged in. */
export function DragArea({ index, onDrop, children }: Props) {
  const { t } = useTranslation("flows");
  const [hover, setHover] = useState<Hover>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const move = (event: DragMoveEvent) => {
    const dragged = event.active.data.current as DraggedRow;
    const over = event.over?.data.current as Over | undefined;
    const zone = zoneOf(event);
    const leads = over && targetOf(index, dragged, over, zone) !== undefined;
    setHover((before) => {
      const next = { dragged, zone, ...(leads && { overKey: String(event.over?.id) }) };
      return before?.overKey === next.overKey && before?.zone === zone ? before : next;
    });
  };
  const drop = (event: DragEndEvent) => {
    setHover(undefined);
    const dragged = event.active.data.current as DraggedRow;
    const over = event.over?.data.current as Over | undefined;
    const target = over && targetOf(index, dragged, over, zoneOf(event));
    if (target) onDrop(dragged, target, over);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collide}
      onDragStart={({ active }) => setHover({ dragged: active.data.current as DraggedRow, zone: "into" })}
      onDragMove={move}
      onDragEnd={drop}
      onDragCancel={() => setHover(undefined)}
      accessibility={{ announcements: announcementsOf(t), screenReaderInstructions: { draggable: t("drag.how") } }}
    >
      <HoverContext value={hover}>{children}</HoverContext>
      <DragOverlay dropAnimation={null}>{hover && <Ghost dragged={hover.dragged} />}</DragOverlay>
    </DndContext>
  );
}

function Ghost({ dragged: { kind, name } }: { dragged: DraggedRow }) {
  const Icon = kind === "flow" ? IconBolt : IconFolder;
  return (
    <Paper withBorder shadow="md" px="sm" py={8} maw={320}>
      <Group gap="xs" wrap="nowrap">
        <Icon size={18} aria-hidden />
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
      </Group>
    </Paper>
  );
}

/** The row below the pointer or, when the keyboard moves it, the nearest. */
const collide: CollisionDetection = (args) => {
  const { pointerCoordinates, droppableRects, droppableContainers, active } = args;
  if (!pointerCoordinates) return closestCenter(args);
  return pointerWithin(args).map((collision) => {
    const rect = droppableRects.get(collision.id);
    const over = droppableContainers.find(({ id }) => id === collision.id)?.data.current as Over | undefined;
    const dragged = active.data.current as DraggedRow;
    const zone = rect && over ? zoneAt(pointerCoordinates.y, rect, dragged, over) : "into";
    return { ...collision, data: { ...collision.data, zone } };
  });
};

const zoneOf = ({ collisions }: DragMoveEvent): Zone => (collisions?.[0]?.data?.zone as Zone | undefined) ?? "into";

function announcementsOf(t: TFunction<"flows">): Announcements {
  const nameOf = (at: { data: { current?: unknown } } | null) =>
    (at?.data.current as { name: string } | undefined)?.name;
  return {
    onDragStart: ({ active }) => t("drag.picked", { name: nameOf(active) }),
    onDragOver: ({ active, over }) =>
      over ? t("drag.over", { name: nameOf(active), target: nameOf(over) }) : undefined,
    onDragEnd: ({ active }) => t("drag.dropped", { name: nameOf(active) }),
    onDragCancel: ({ active }) => t("drag.cancelled", { name: nameOf(active) }),
  };
}
