import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { IconFolderShare, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { askTrash } from "../frame/uses/ask-removal.tsx";
import type { Moving } from "./move-dialog.tsx";
import type { Tree } from "./tree.ts";
import type { FlowMutations } from "./use-flow-mutations.ts";

type Props = {
  tree: Tree;
  selected: ReadonlySet<number>;
  mutations: FlowMutations;
  onMove: (moving: Moving) => void;
  onChange: (ids: ReadonlySet<number>) => void;
};

/** Actions for all selected flows at once; hidden while none is selected. */
export function SelectionBar({ tree, selected, mutations, onMove, onChange }: Props) {
  const { t } = useTranslation("flows");
  const { id: pageId } = usePage();
  const flows = tree.flows.filter(({ id }) => selected.has(id));
  if (flows.length === 0) return null;
  const trash = async () => {
    if (!(await askTrash(pageId, flows))) return;
    onChange(new Set());
    await mutations.trash(flows);
  };
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="sm">
        <CloseButton size="sm" aria-label={t("clearSelection")} onClick={() => onChange(new Set())} />
        <Text size="sm" fw={600} role="status" flex={1}>
          {t("selected", { count: flows.length })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolderShare size={14} aria-hidden />}
          onClick={() => onMove({ flows })}
        >
          {t("selectedMove")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => void trash()}
        >
          {t("selectedDelete")}
        </Button>
      </Group>
    </Paper>
  );
}
