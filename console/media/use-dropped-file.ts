import "./add-words.ts";
import type { MediaKind } from "@banter/core/model/media.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { showToast } from "../ui/toast.tsx";
import { libraryKey } from "./library-query.ts";
import type { Media } from "./upload.ts";
import { useUploads } from "./use-uploads.ts";

/** Uploads the first file that is dropped or pasted, and uses it if it is of a kind that fits. */
export function useDroppedFile(kinds: readonly MediaKind[], onChoose: (media: Media) => void) {
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
    // A place within this one has taken it, or a field the text that came along with it.
    if (!file || !mayUpload || event.isDefaultPrevented() || !isInside(event)) return;
    event.preventDefault();
    start([file]);
  }
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!mayUpload || !event.dataTransfer.types.includes("Files") || !isInside(event)) return;
      // A place within this one takes it.
      if (event.isDefaultPrevented()) return setOver(false);
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
