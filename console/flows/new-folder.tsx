import { TreeName } from "@banter/core/model/names.ts";
import { Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import type { FolderId, Index } from "./tree.ts";
import type { FlowMutations } from "./use-flow-mutations.ts";

type Props = { isOpen: boolean; folderId: FolderId; index: Index; mutations: FlowMutations; onClose: () => void };

export function NewFolder({ isOpen, onClose, ...rest }: Props) {
  const { t } = useTranslation("flows");
  const { t: ui } = useTranslation("ui");
  return (
    <Modal opened={isOpen} onClose={onClose} title={t("folder.title")} closeButtonProps={{ "aria-label": ui("close") }}>
      <Form onClose={onClose} {...rest} />
    </Modal>
  );
}

function Form({ folderId, index, mutations, onClose }: Omit<Props, "isOpen">) {
  const { t } = useTranslation("flows");
  const [name, setName] = useState("");
  const isTaken = index.foldersIn(folderId).some((folder) => folder.name === name.trim());
  const isGood = !isTaken && TreeName.safeParse(name.trim()).success;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isGood && (await mutations.createFolder(name.trim(), folderId))) onClose();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t("folder.name")}
          description={t("create.where", { folder: index.folder(folderId)?.name ?? t("top") })}
          value={name}
          data-autofocus
          error={isTaken ? t("nameTaken") : isGood || name === "" ? undefined : t("nameFault")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogButtons
          onCancel={onClose}
          submit={t("folder.submit")}
          isPending={mutations.isPending}
          isDisabled={!isGood}
        />
      </Stack>
    </form>
  );
}
