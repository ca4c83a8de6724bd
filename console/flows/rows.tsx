import { useDraggable, useDroppable } from "@dnd-kit/core";
import { useSortable } from "@dnd-kit/sortable";
import { Checkbox, Group, Text, UnstyledButton } from "@mantine/core";
import { IconBolt, IconFolder } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { TextLink } from "../ui/links.tsx";
import { useHover } from "./drag-area.tsx";
import type { DraggedRow, Over } from "./drop.ts";
import { FlowNumbers, type FlowOverview, StartLine } from "./list/overview.tsx";
import { Rename } from "./rename.tsx";
import { TreeRowMenu } from "./row-menu.tsx";
import { FlowState, Handle, Named, Updated } from "./row-parts.tsx";
import type { Flow, Folder } from "./tree.ts";

/** The actions of rows, done by the screen. */
export type RowActions = {
  open: (folderId: number) => void;
  renameFlow: (flow: Flow, name: string) => void;
  renameFolder: (folder: Folder, name: string) => void;
  duplicateFlow: (flow: Flow) => void;
  duplicateFolder: (folder: Folder) => void;
  moveFlow: (flow: Flow) => void;
  moveFolder: (folder: Folder) => void;
  shiftFlow: (flow: Flow, by: 1 | -1) => void;
  shiftFolder: (folder: Folder, by: 1 | -1) => void;
  transfer: (flow: Flow) => void;
  trash: (flow: Flow) => void;
  switchFlow: (flow: Flow, isOn: boolean) => void;
  deleteFolder: (folder: Folder) => void;
  select: (flowId: number, isSelected: boolean) => void;
  /** The names that another item of its kind has in the same folder. */
  namesBeside: (item: Flow | Folder) => string[];
};

type Common = { actions: RowActions; path: string | undefined; isMovable: boolean; isFirst: boolean; isLast: boolean };

/** A flow in the list. With a path it is a search result. */
export function FlowRow({
  flow,
  actions,
  path,
  isMovable,
  isFirst,
  isLast,
  isSelected,
  overview,
}: Common & { flow: Flow; isSelected: boolean; overview: FlowOverview | undefined }) {
  const { t } = useTranslation("flows");
  const mayBuild = useMay("build");
  const { id: pageId } = usePage();
  const [isRenaming, setRenaming] = useState(false);
  const isSortable = mayBuild && isMovable;
  const data: DraggedRow & Over = { kind: "flow", id: flow.id, name: flow.name };
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: `flow:${flow.id}`,
    data,
    disabled: !isSortable,
  });
  const style = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
    opacity: isDragging ? 0.4 : undefined,
  };
  return (
    <Group ref={setNodeRef} style={style} className="flow-row" gap="xs" wrap="nowrap">
      {isSortable && <Handle refer={setActivatorNodeRef} name={flow.name} props={{ ...attributes, ...listeners }} />}
      {mayBuild && (
        <Checkbox
          size="xs"
          aria-label={t("row.select", { name: flow.name })}
          checked={isSelected}
          onChange={(event) => actions.select(flow.id, event.currentTarget.checked)}
        />
      )}
      <IconBolt size={18} stroke={1.7} aria-hidden />
      {isRenaming ? (
        <Rename
          name={flow.name}
          taken={actions.namesBeside(flow)}
          onRename={(name) => actions.renameFlow(flow, name)}
          onClose={() => setRenaming(false)}
        />
      ) : (
        <Named path={path}>
          <TextLink
            to="/pages/$pageId/flows/$flowId"
            params={{ pageId, flowId: String(flow.id) }}
            c="bright"
            fw={500}
            size="sm"
            truncate
            display="block"
            title={flow.name}
          >
            {flow.name}
          </TextLink>
          {overview && <StartLine overview={overview} />}
        </Named>
      )}
      {overview && flow.published_version !== null && <FlowNumbers numbers={overview.numbers} />}
      <Updated at={flow.updated_at} />
      <FlowState flow={flow} />
      {mayBuild && (
        <TreeRowMenu
          name={flow.name}
          onRename={() => setRenaming(true)}
          onDuplicate={() => actions.duplicateFlow(flow)}
          onMove={() => actions.moveFlow(flow)}
          onTransfer={() => actions.transfer(flow)}
          onUp={isSortable && !isFirst ? () => actions.shiftFlow(flow, -1) : undefined}
          onDown={isSortable && !isLast ? () => actions.shiftFlow(flow, 1) : undefined}
          onSwitch={flow.published_version === null ? undefined : () => actions.switchFlow(flow, !flow.is_on)}
          isOn={flow.is_on}
          onDelete={() => actions.trash(flow)}
        />
      )}
    </Group>
  );
}

export function FolderRow({
  folder,
  actions,
  path,
  isMovable,
  isFirst,
  isLast,
  count,
}: Common & { folder: Folder; count: number }) {
  const { t } = useTranslation("flows");
  const mayBuild = useMay("build");
  const [isRenaming, setRenaming] = useState(false);
  const isSortable = mayBuild && isMovable;
  const key = `folder:${folder.id}`;
  const data: DraggedRow & Over = { kind: "folder", id: folder.id, name: folder.name };
  const drag = useDraggable({ id: key, data, disabled: !isSortable });
  const drop = useDroppable({ id: key, data, disabled: !isSortable });
  const zone = useHover(key);
  return (
    <Group
      ref={(element) => {
        drag.setNodeRef(element);
        drop.setNodeRef(element);
      }}
      className="flow-row"
      data-zone={zone}
      style={{ opacity: drag.isDragging ? 0.4 : undefined }}
      gap="xs"
      wrap="nowrap"
    >
      {isSortable && (
        <Handle refer={drag.setActivatorNodeRef} name={folder.name} props={{ ...drag.attributes, ...drag.listeners }} />
      )}
      <IconFolder size={18} stroke={1.7} aria-hidden />
      {isRenaming ? (
        <Rename
          name={folder.name}
          taken={actions.namesBeside(folder)}
          onRename={(name) => actions.renameFolder(folder, name)}
          onClose={() => setRenaming(false)}
        />
      ) : (
        <Named path={path}>
          <UnstyledButton onClick={() => actions.open(folder.id)} className="row-name" title={folder.name}>
            {folder.name}
          </UnstyledButton>
        </Named>
      )}
      <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        {t("count", { count })}
      </Text>
      {mayBuild && (
        <TreeRowMenu
          name={folder.name}
          onRename={() => setRenaming(true)}
          onDuplicate={() => actions.duplicateFolder(folder)}
          onMove={() => actions.moveFolder(folder)}
          onUp={isSortable && !isFirst ? () => actions.shiftFolder(folder, -1) : undefined}
          onDown={isSortable && !isLast ? () => actions.shiftFolder(folder, 1) : undefined}
          onDelete={() => actions.deleteFolder(folder)}
        />
      )}
    </Group>
  );
}
