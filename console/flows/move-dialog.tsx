import { foldMarks } from "@banter/core/match/normalise.ts";
import { Modal, Radio, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import type { Flow, Folder, FolderId, Index, Tree } from "./tree.ts";
import type { FlowMutations } from "./use-flow-mutations.ts";

/** A folder, or flows. */
export type Moving = { folder: Folder } | { flows: Flow[] };

type Props = {
  moving: Moving | undefined;
  tree: Tree;
  index: Index;
  mutations: FlowMutations;
  onClose: (moved: boolean) => void;
};

/** Moves without dragging: lists the possible folders. */
export function MoveDialog({ moving, onClose, ...rest }: Props) {
  const { t } = useTranslation("flows");
  const { t: ui } = useTranslation("ui");
  return (
    <Modal
      opened={moving !== undefined}
      onClose={() => onClose(false)}
      title={t("move.title")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      {moving && <Form moving={moving} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Form({ moving, tree, index, mutations, onClose }: Props & { moving: Moving }) {
  const { t } = useTranslation("flows");
  const from = "folder" in moving ? moving.folder.parent_id : (moving.flows[0]?.folder_id ?? null);
  const [target, setTarget] = useState<FolderId>(from);
  const [query, setQuery] = useState("");

  const pathOf = (id: FolderId) => [t("top"), ...index.pathTo(id).map(({ name }) => name)].join(" / ");
  const places = [null, ...tree.folders.map(({ id }) => id)]
    .filter((id) => !("folder" in moving) || !index.isWithin(id, moving.folder.id) || id === null)
    .map((id) => ({ id, path: pathOf(id) }))
    .filter(({ path }) => foldMarks(path).includes(foldMarks(query)))
    .sort((one, other) => one.path.localeCompare(other.path));
  const name = "folder" in moving ? moving.folder.name : (moving.flows[0]?.name ?? "");
  const count = "folder" in moving ? 1 : moving.flows.length;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done =
      "folder" in moving
        ? await mutations.moveFolder(moving.folder.id, { folderId: target })
        : await mutations.moveFlows(
            moving.flows.map(({ id }) => id),
            { folderId: target },
          );
    onClose(done);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text fw={600}>{t("move.what", { count, name })}</Text>
        {tree.folders.length > 8 && (
          <TextInput
            aria-label={t("move.search")}
            placeholder={t("move.search")}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        )}
        <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: -1 }}>
          <Radio.Group
            aria-label={t("folders")}
            value={String(target)}
            onChange={(value) => setTarget(value === "null" ? null : Number(value))}
          >
            <Stack gap={10} p={2}>
              {places.slice(0, 200).map(({ id, path }) => (
                <Radio key={String(id)} value={String(id)} label={path} />
              ))}
              {places.length === 0 && <Text c="dimmed">{t("move.none")}</Text>}
            </Stack>
          </Radio.Group>
        </ScrollArea.Autosize>
        <DialogButtons
          onCancel={() => onClose(false)}
          submit={t("move.submit")}
          isPending={mutations.isPending}
          isDisabled={target === from && count === 1}
        />
      </Stack>
    </form>
  );
}
