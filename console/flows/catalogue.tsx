import { Group, Paper, Stack, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { FlowTransfer } from "../pages/page-file/flow-transfer.tsx";
import { ImportFlow } from "../pages/page-file/import-flow.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { HeaderActions, Nothing, Path, SearchField } from "./catalogue-parts.tsx";
import { DragArea } from "./drag-area.tsx";
import { FolderTree } from "./folder-tree.tsx";
import { FlowList } from "./list/flow-list.tsx";
import { ListControls } from "./list/list-controls.tsx";
import { useShown } from "./list/use-shown.ts";
import { MoveDialog, type Moving } from "./move-dialog.tsx";
import { NewFlow } from "./new-flow.tsx";
import { NewFolder } from "./new-folder.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { type Flow, type FolderId, type Index, indexTree, type Tree } from "./tree.ts";
import { useDrop } from "./use-drop.ts";
import { useFlowMutations } from "./use-flow-mutations.ts";
import { useRowActions } from "./use-row-actions.ts";

type Dialog = "flow" | "folder" | "import";

/** The folders on the left, the content of the chosen one on the right. Narrow screens show one folder at a time. */
export function Catalogue({ tree }: { tree: Tree }) {
  const { t } = useTranslation("flows");
  const mayBuild = useMay("build");
  const index = useMemo(() => indexTree(tree), [tree]);
  const mutations = useFlowMutations();
  const [dialog, setDialog] = useState<Dialog>();
  const [moving, setMoving] = useState<Moving>();
  const [transferred, setTransferred] = useState<Flow>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [current, goTo] = useCurrentFolder(index);
  const list = useShown(tree, index, current);
  const { shown, isSearching, isFound } = list;
  const open = (id: FolderId) => {
    list.setQuery("");
    list.setState("all");
    setSelected(new Set());
    goTo(id);
  };
  const drop = useDrop(index, mutations);
  const rowActions = useRowActions({
    ...{ index, mutations, open, current, selected, setSelected },
    move: setMoving,
    transfer: setTransferred,
  });
  const count = shown.folders.length + shown.flows.length;
  return (
    <ScreenFrame
      title={t("title")}
      help={mayBuild ? t("help") : t("readOnly")}
      actions={<HeaderActions onCreate={mayBuild ? setDialog : undefined} />}
    >
      <DragArea index={index} onDrop={(dragged, target, over) => void drop(dragged, target, over)}>
        <Group align="flex-start" wrap="nowrap" gap="lg">
          {tree.folders.length > 0 && (
            <Paper withBorder p="xs" w={260} visibleFrom="md" className="folder-pane">
              <FolderTree index={index} current={isSearching ? -1 : current} onOpen={open} />
            </Paper>
          )}
          <Stack flex={1} miw={0} gap="sm">
            <ListControls sort={list.sort} onSort={list.setSort} state={list.state} onState={list.setState}>
              <SearchField query={list.query} onChange={list.setQuery} />
            </ListControls>
            {isSearching ? <FoundCount count={count} /> : <Path index={index} current={current} onOpen={open} />}
            <SelectionBar
              tree={tree}
              selected={selected}
              mutations={mutations}
              onMove={setMoving}
              onChange={setSelected}
            />
            {count === 0 ? (
              <Nothing
                isSearching={isSearching}
                isFiltered={list.state !== "all"}
                isFirst={tree.flows.length === 0}
                onCreate={mayBuild ? () => setDialog("flow") : undefined}
              />
            ) : (
              <FlowList
                {...shown}
                index={index}
                actions={rowActions}
                selected={selected}
                isFound={isFound}
                isMovable={!isFound && list.sort === "own"}
              />
            )}
          </Stack>
        </Group>
      </DragArea>
      <NewFlow isOpen={dialog === "flow"} folderId={current} index={index} onClose={() => setDialog(undefined)} />
      <NewFolder
        isOpen={dialog === "folder"}
        folderId={current}
        index={index}
        mutations={mutations}
        onClose={() => setDialog(undefined)}
      />
      {dialog === "import" && <ImportFlow onClose={() => setDialog(undefined)} />}
      {transferred && <FlowTransfer flow={transferred} onClose={() => setTransferred(undefined)} />}
      <MoveDialog
        moving={moving}
        tree={tree}
        index={index}
        mutations={mutations}
        onClose={(moved) => {
          setMoving(undefined);
          if (moved) setSelected(new Set());
        }}
      />
    </ScreenFrame>
  );
}

function FoundCount({ count }: { count: number }) {
  const { t } = useTranslation("flows");
  return (
    <Text size="sm" c="dimmed" role="status">
      {t("found", { count })}
    </Text>
  );
}

/** The folder that the address names; the top level if it is gone. */
function useCurrentFolder(index: Index): [FolderId, (id: FolderId) => void] {
  const { id: pageId } = usePage();
  const navigate = useNavigate();
  const { folder } = useSearch({ strict: false });
  const goTo = (id: FolderId) =>
    void navigate({ to: "/pages/$pageId/flows", params: { pageId }, search: id === null ? {} : { folder: id } });
  return [index.folder(folder ?? null)?.id ?? null, goTo];
}
