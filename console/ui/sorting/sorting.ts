import {
  closestCenter,
  type DndContextProps,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { useTranslation } from "react-i18next";

/** The sensors of a sortable list, and its announcements for screen readers. Places count from 1. */
export function useSorting(
  nameAt: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => number,
): Pick<DndContextProps, "sensors" | "collisionDetection" | "accessibility"> {
  const { t } = useTranslation("ui");
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const values = (id: UniqueIdentifier, at: UniqueIdentifier = id) => ({ name: nameAt(id), place: placeOf(at) });
  return {
    sensors,
    collisionDetection: closestCenter,
    accessibility: {
      screenReaderInstructions: { draggable: t("sort.help") },
      announcements: {
        onDragStart: ({ active }) => t("sort.taken", values(active.id)),
        onDragOver: ({ active, over }) => (over ? t("sort.over", values(active.id, over.id)) : undefined),
        onDragEnd: ({ active, over }) => t("sort.dropped", values(active.id, over?.id)),
        onDragCancel: ({ active }) => t("sort.cancelled", values(active.id)),
      },
    },
  };
}
