import { useDraggable, useDroppable } from "@dnd-kit/core";
import { ActionIcon, Box, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconFolder, IconFolderOpen, IconStack2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../frame/use-page.ts";
import { useHover } from "./drag-area.tsx";
import type { Over } from "./drop.ts";
import type { Folder, FolderId, Index } from "./tree.ts";

type Props = { index: Index; current: FolderId; onOpen: (id: FolderId) => void };

/** The folders, each of which can be opened, dragged and dropped on. */
export function FolderTree(props: Props) {
  const { t } = useTranslation("flows");
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const open = new Set(props.index.pathTo(props.current).map(({ id }) => id));
  const isExpanded = (id: number) => toggled.get(id) ?? open.has(id);
  const toggle = (id: number) => setToggled(new Map(toggled).set(id, !isExpanded(id)));
  return (
    <Box component="nav" aria-label={t("folders")}>
      <ul className="folder-tree">
        <li>
          <Line {...props} folder={undefined} />
          <Branch {...props} parent={null} isExpanded={isExpanded} toggle={toggle} />
        </li>
      </ul>
    </Box>
  );
}

type BranchProps = Props & { parent: FolderId; isExpanded: (id: number) => boolean; toggle: (id: number) => void };

function Branch(props: BranchProps) {
  const { index, parent, isExpanded, toggle } = props;
  const folders = index.foldersIn(parent);
  if (folders.length === 0) return null;
  return (
    <ul>
      {folders.map((folder) => (
        <li key={folder.id}>
          <Line {...props} folder={folder} isExpanded={isExpanded(folder.id)} toggle={() => toggle(folder.id)} />
          {isExpanded(folder.id) && <Branch {...props} parent={folder.id} />}
        </li>
      ))}
    </ul>
  );
}

type LineProps = Props & { folder: Folder | undefined; isExpanded?: boolean; toggle?: () => void };

function Line({ index, current, onOpen, folder, isExpanded, toggle }: LineProps) {
  const { t } = useTranslation("flows");
  const mayBuild = useMay("build");
  const id = folder?.id ?? null;
  const name = folder?.name ?? t("all");
  const key = `tree:${id}`;
  const data: Over = { kind: "folder", id, name };
  const drop = useDroppable({ id: key, data, disabled: !mayBuild });
  const drag = useDraggable({ id: key, data, disabled: !mayBuild || !folder });
  const zone = useHover(key);
  const hasFolders = folder !== undefined && index.foldersIn(id).length > 0;
  const Icon = !folder ? IconStack2 : isExpanded && hasFolders ? IconFolderOpen : IconFolder;
  return (
    <div
      ref={drop.setNodeRef}
      className="folder-line"
      data-current={current === id || undefined}
      data-zone={zone}
      style={{ opacity: drag.isDragging ? 0.4 : undefined }}
    >
      {hasFolders ? (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-expanded={isExpanded ?? false}
          aria-label={isExpanded ? t("row.collapse", { name }) : t("row.expand", { name })}
          onClick={toggle}
        >
          {isExpanded ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        </ActionIcon>
      ) : (
        <Box w={folder ? 22 : 4} />
      )}
      <UnstyledButton
        ref={drag.setNodeRef}
        className="folder-name"
        aria-current={current === id ? "true" : undefined}
        onClick={() => onOpen(id)}
        // Enter and space open the folder; it is moved by pointer here, and by its menu in the list.
        onPointerDown={drag.listeners?.onPointerDown as React.PointerEventHandler | undefined}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
        <Text span size="sm" truncate flex={1} fw={current === id ? 600 : undefined}>
          {name}
        </Text>
        <Text span size="xs" c="dimmed">
          {index.countIn(id)}
        </Text>
      </UnstyledButton>
    </div>
  );
}
