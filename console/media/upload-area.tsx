import { acceptedFiles, type MediaKind } from "@banter/core/model/media.ts";
import { ActionIcon, Alert, Button, FileButton, Group, Progress, Stack, Text } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import { type DragEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { uploadErrorText } from "./error-text.ts";
import type { Upload, useUploads } from "./use-uploads.ts";

type Props = { kinds: readonly MediaKind[] } & Pick<ReturnType<typeof useUploads>, "uploads" | "start"> & RowActions;
type RowActions = Pick<ReturnType<typeof useUploads>, "retry" | "dismiss">;

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
      {uploads.map((upload) => (
        <Row key={upload.id} upload={upload} retry={retry} dismiss={dismiss} />
      ))}
    </Stack>
  );
}

function Row({ upload, retry, dismiss }: { upload: Upload } & RowActions) {
  const { t } = useTranslation("media");
  const { name } = upload.file;
  if (upload.error !== undefined) {
    return (
      <Alert color="red" title={t("notUploaded", { name })}>
        <Text size="sm">{uploadErrorText(upload.error)}</Text>
        <Group mt="xs" gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => retry(upload)}>
            {t("tryAgain")}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t("dismiss", { name })}
            onClick={() => dismiss(upload)}
          >
            {t("ui:close")}
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" truncate flex={1}>
        {name}
      </Text>
      <Progress value={upload.part * 100} aria-label={t("uploading", { name })} w={120} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("cancelUpload", { name })}
        onClick={() => dismiss(upload)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
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
