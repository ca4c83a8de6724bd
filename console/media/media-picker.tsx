import "./add-words.ts";
import "./media.css";
import { MediaKind } from "@banter/core/model/media.ts";
import { Modal, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { showToast } from "../ui/toast.tsx";
import { Library } from "./library.tsx";
import { libraryKey } from "./library-query.ts";
import type { Media } from "./upload.ts";
import { UploadArea } from "./upload-area.tsx";
import { useUploads } from "./use-uploads.ts";

type Props = {
  opened: boolean;
  onClose: () => void;
  /** The kinds that fit; all of them if left out. */
  kinds?: readonly MediaKind[];
  onChoose: (media: Media) => void;
};

/** A dialog with the page's files: choose one, or upload a new one. */
export function MediaPicker({ opened, onClose, kinds = MediaKind.options, onChoose }: Props) {
  const { t } = useTranslation("media");
  const isNarrow = useMediaQuery("(max-width: 48em)");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow ?? false}
      title={t("title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {opened && <Body kinds={kinds} onChoose={onChoose} onClose={onClose} />}
    </Modal>
  );
}

function Body({ kinds, onChoose, onClose }: Required<Omit<Props, "opened">>) {
  const { t } = useTranslation("media");
  const page = usePage();
  const mayUpload = useMay("converse");
  const client = useQueryClient();
  const choose = (media: Media) => {
    onChoose(media);
    onClose();
  };
  const { uploads, start, ...actions } = useUploads(page.id, (media) => {
    void client.invalidateQueries({ queryKey: libraryKey(page.id) });
    if (!kinds.includes(media.kind)) showToast({ kind: "failure", message: t("otherKind", { name: media.name }) });
    // The only file that was uploaded is the one that was wanted.
    else if (uploads.length <= 1) choose(media);
  });
  return (
    <Stack>
      {mayUpload && <UploadArea kinds={kinds} uploads={uploads} start={start} {...actions} />}
      <Library kinds={kinds} onChoose={choose} />
    </Stack>
  );
}
