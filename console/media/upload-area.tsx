import { acceptedFiles, type MediaKind } from "@banter/core/model/media.ts";
import { Button, FileButton, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type RowActions, UploadRows } from "./upload-rows.tsx";
import type { useUploads } from "./use-uploads.ts";

type Props = { kinds: readonly MediaKind[] } & Pick<ReturnType<typeof useUploads>, "uploads" | "start"> & RowActions;

/** Takes files by a button, by dropping them and by pasting, and shows those that are on their way. */
export function UploadArea({ kinds, uploads, start, retry, dismiss }: Props) {
  const { t } = useTranslation("media");
  const [isOver, setOver] = useState(false);
  usePastedFiles(start);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    start(event.dataTransfer.files);
  };
  return (
    <Stack gap="xs">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
      <div
        className={isOver ? "media-drop is-over" : "media-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <FileButton multiple accept={acceptedFiles(kinds)} onChange={start}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
              {t("upload")}
            </Button>
          )}
        </FileButton>
        <Text size="sm" mt={6}>
          {isOver ? t("drop") : t("uploadHint")}
        </Text>
        <Text size="xs" c="dimmed">
          {t("limits")}
        </Text>
      </div>
      <UploadRows uploads={uploads} retry={retry} dismiss={dismiss} />
    </Stack>
  );
}

/** A screenshot is pasted as a file. */
function usePastedFiles(start: (files: Iterable<File>) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (!files || files.length === 0) return;
      event.preventDefault();
      start(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  });
}
