import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { IconFolderShare, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Moving } from "./move-dialog.tsx";
import type { Tree } from "./tree.ts";
import type { Deeds } from "./use-flow-mutations.ts";

type Props = {
  tree: Tree;
  selected: ReadonlySet<number>;
  deeds: Deeds;
  onMove: (moving: Moving) => void;
  onChange: (ids: ReadonlySet<number>) => void;
};

/** What can be done with all selected flows at once; not there while none is. */
export function SelectionBar({ tree, selected, deeds, onMove, onChange }: Props) {
  const { t } = useTranslation("flows");
  const flows = tree.flows.filter(({ id }) => selected.has(id));
  if (flows.length === 0) return null;
  const trash = () => {
    onChange(new Set());
    void deeds.trash(flows);
  };
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="sm">
        <CloseButton size="sm" aria-label={t("clear_selection")} onClick={() => onChange(new Set())} />
        <Text size="sm" fw={600} role="status" flex={1}>
          {t("selected", { count: flows.length })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolderShare size={14} aria-hidden />}
          onClick={() => onMove({ flows })}
        >
          {t("selected_move")}
        </Button>
        <Button size="compact-sm" variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={trash}>
          {t("selected_delete")}
        </Button>
      </Group>
    </Paper>
  );
}
