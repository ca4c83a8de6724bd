import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Thumbnail } from "../../media/thumbnail.tsx";
import type { Media } from "../../media/upload.ts";

type Props = { files: readonly Media[]; onRemove: (file: Media) => void };

/** The files that go with the next message. */
export function AttachedFiles({ files, onRemove }: Props) {
  const { t } = useTranslation("conversations");
  if (files.length === 0) return null;
  return (
    <ul className="composer-files" aria-label={t("composer.files")}>
      {files.map((file) => (
        <li key={file.id}>
          <Thumbnail kind={file.kind} url={file.url} />
          <span>{file.name}</span>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t("composer.detach", { name: file.name })}
            onClick={() => onRemove(file)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
