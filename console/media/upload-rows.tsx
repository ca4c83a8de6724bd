import "./add-words.ts";
import { ActionIcon, Alert, Button, Group, Progress, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { uploadErrorText } from "./error-text.ts";
import type { Upload, useUploads } from "./use-uploads.ts";

export type RowActions = Pick<ReturnType<typeof useUploads>, "retry" | "dismiss">;

/** The files that are on their way, and those that were not taken. */
export function UploadRows({ uploads, ...actions }: { uploads: readonly Upload[] } & RowActions) {
  return uploads.map((upload) => <Row key={upload.id} upload={upload} {...actions} />);
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
