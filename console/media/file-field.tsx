import "./add-words.ts";
import "./media.css";
import type { MediaKind } from "@banter/core/model/media.ts";
import { Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { showToast } from "../ui/toast.tsx";
import { ChooseButton } from "./choose-button.tsx";
import { libraryKey } from "./library-query.ts";
import type { Media } from "./upload.ts";
import { UploadRows } from "./upload-rows.tsx";
import { useUploads } from "./use-uploads.ts";

type Props = {
  /** The name of the field. */
  field: string;
  kinds: readonly MediaKind[];
  onChoose: (media: Media) => void;
  /** Shown beside the button that opens the page's files. */
  beside: ReactNode;
  children: ReactNode;
};

/** An address field that also takes files: dropped on it, pasted into it, or chosen from the page's files. */
export function FileField({ field, kinds, onChoose, beside, children }: Props) {
  const { t } = useTranslation("media");
  const { uploads, retry, dismiss, isOver, handlers } = useDroppedFile(kinds, onChoose);
  return (
    <div className={isOver ? "file-field is-over" : "file-field"} {...handlers}>
      {children}
      <Group gap="xs" my={6}>
        {beside}
        <ChooseButton field={field} kinds={kinds} onChoose={onChoose} />
        <Text size="xs" c="dimmed">
          {isOver ? t("drop") : t("orDrop")}
        </Text>
      </Group>
      <UploadRows uploads={uploads} retry={retry} dismiss={dismiss} />
    </div>
  );
}

/** Uploads the first file that is dropped or pasted, and uses it if it is of a kind that fits. */
function useDroppedFile(kinds: readonly MediaKind[], onChoose: (media: Media) => void) {
  const { t } = useTranslation("media");
  const page = usePage();
  const mayUpload = useMay("converse");
  const queries = useQueryClient();
  const [isOver, setOver] = useState(false);
  const { uploads, start, retry, dismiss } = useUploads(page.id, (media) => {
    void queries.invalidateQueries({ queryKey: libraryKey(page.id) });
    if (kinds.includes(media.kind)) onChoose(media);
    else showToast({ kind: "failure", message: t("otherKind", { name: media.name }) });
  });
  function take(event: DragEvent | ClipboardEvent, files: FileList): void {
    const [file] = files;
    if (!file || !mayUpload || !isInside(event)) return;
    event.preventDefault();
    start([file]);
  }
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!mayUpload || !event.dataTransfer.types.includes("Files") || !isInside(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      take(event, event.dataTransfer.files);
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
  };
  return { uploads, retry, dismiss, isOver, handlers };
}

/** The dialog of files is a child for React only, and takes files itself. */
function isInside({ currentTarget, target }: DragEvent | ClipboardEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
