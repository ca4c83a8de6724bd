import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconFolderPlus, IconPlus, IconTrash } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { ButtonLink } from "../ui/links.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.ts";
import { Nothing, Path, SearchField } from "./catalogue-parts.tsx";
import { DragArea } from "./drag-area.tsx";
import type { Dragged, Over } from "./drop.ts";
import { FlowList } from "./flow-list.tsx";
import { FolderTree } from "./folder-tree.tsx";
import { MoveDialog, type Moving } from "./move-dialog.tsx";
import { NewFlow } from "./new-flow.tsx";
import { NewFolder } from "./new-folder.tsx";
import { searchTree } from "./search.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { type FolderId, type Index, indexTree, type Target, type Tree } from "./tree.ts";
import { useDeeds } from "./use-flow-mutations.ts";
import { useRowActs } from "./use-row-actions.ts";

/** The folders on the left, what is in the chosen one on the right; on a narrow screen one goes from folder to folder. */
export function Catalogue({ tree }: { tree: Tree }) {
  const { t } = useTranslation("flows");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const navigate = useNavigate();
  const { folder } = useSearch({ strict: false });
  const index = useMemo(() => indexTree(tree), [tree]);
  const deeds = useDeeds();
  const [query, setQuery] = useState("");
  const [dialog, setDialog] = useState<"flow" | "folder">();
  const [moving, setMoving] = useState<Moving>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());

  const current = index.folder(folder ?? null)?.id ?? null;
  const open = (id: FolderId) => {
    setQuery("");
    setSelected(new Set());
    void navigate({ to: "/pages/$pageId/flows", params: { pageId }, search: id === null ? {} : { folder: id } });
  };
  const acts = useRowActs({ index, deeds, open, move: setMoving, current, selected, setSelected });

  const search = useMemo(() => searchTree(tree), [tree]);
  const sought = useDeferredValue(query);
  const isSearching = sought.trim() !== "";
  const shown = isSearching ? search(sought) : { folders: index.foldersIn(current), flows: index.flowsIn(current) };
  const isEmpty = shown.folders.length + shown.flows.length === 0;

  const drop = async (dragged: Dragged, target: Target, over: Over) => {
    const before = placeOf(index, dragged);
    const move = dragged.kind === "flow" ? deeds.moveFlow : deeds.moveFolder;
    const moved = await move(dragged.id, target);
    if (moved && target.folderId !== before.folderId) {
      const folder = over.kind === "folder" ? over.name : (index.folder(target.folderId)?.name ?? t("top"));
      showToast({ message: t("done.moved", { folder }), undo: () => void move(dragged.id, before) });
    }
  };

  const actions = (
    <>
      <ButtonLink
        variant="subtle"
        color="gray"
        to="/pages/$pageId/flows"
        params={{ pageId }}
        search={{ trash: true }}
        leftSection={<IconTrash size={16} aria-hidden />}
      >
        {t("trash.open")}
      </ButtonLink>
      {mayBuild && (
        <>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={16} aria-hidden />}
            onClick={() => setDialog("folder")}
          >
            {t("new_folder")}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog("flow")}>
            {t("new_flow")}
          </Button>
        </>
      )}
    </>
  );

  return (
    <ScreenFrame title={t("title")} help={mayBuild ? t("help") : t("only_look")} actions={actions} width={1280}>
      <DragArea index={index} onDrop={(dragged, target, over) => void drop(dragged, target, over)}>
        <Group align="flex-start" wrap="nowrap" gap="lg">
          {tree.folders.length > 0 && (
            <Paper withBorder p="xs" w={260} visibleFrom="md" className="folder-pane">
              <FolderTree index={index} current={isSearching ? -1 : current} onOpen={open} />
            </Paper>
          )}
          <Stack flex={1} miw={0} gap="sm">
            <SearchField query={query} onChange={setQuery} />
            {isSearching ? (
              <Text size="sm" c="dimmed" role="status">
                {t("found", { count: shown.folders.length + shown.flows.length })}
              </Text>
            ) : (
              <Path index={index} current={current} onOpen={open} />
            )}
            <SelectionBar tree={tree} selected={selected} deeds={deeds} onMove={setMoving} onChange={setSelected} />
            {isEmpty ? (
              <Nothing
                isSearching={isSearching}
                isFirst={tree.flows.length === 0}
                onCreate={mayBuild ? () => setDialog("flow") : undefined}
              />
            ) : (
              <FlowList {...shown} index={index} acts={acts} selected={selected} isFound={isSearching} />
            )}
          </Stack>
        </Group>
      </DragArea>
      <NewFlow isOpen={dialog === "flow"} folderId={current} index={index} onClose={() => setDialog(undefined)} />
      <NewFolder
        isOpen={dialog === "folder"}
        folderId={current}
        index={index}
        deeds={deeds}
        onClose={() => setDialog(undefined)}
      />
      <MoveDialog
        moving={moving}
        tree={tree}
        index={index}
        deeds={deeds}
        onClose={(moved) => {
          setMoving(undefined);
          if (moved) setSelected(new Set());
        }}
      />
    </ScreenFrame>
  );
}

/** Where a thing is now, to be put back there. */
function placeOf(index: Index, { kind, id }: Dragged): Target {
  const folderId = (kind === "flow" ? index.flow(id)?.folder_id : index.folder(id)?.parent_id) ?? null;
  const siblings = kind === "flow" ? index.flowsIn(folderId) : index.foldersIn(folderId);
  return { folderId, place: siblings.findIndex((one) => one.id === id) };
}
