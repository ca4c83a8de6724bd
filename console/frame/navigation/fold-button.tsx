import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Folds the navigation to its icons, or unfolds it. */
export function FoldButton({ isFolded, toggleFold }: { isFolded: boolean; toggleFold: () => void }) {
  const { t } = useTranslation("ui");
  const label = t(isFolded ? "nav.unfold" : "nav.fold");
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      visibleFrom="sm"
      aria-label={label}
      title={label}
      onClick={toggleFold}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
