import "./add-words.ts";
import "./media.css";
import type { MediaKind } from "@banter/core/model/media.ts";
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ChooseButton } from "./choose-button.tsx";
import type { Media } from "./upload.ts";
import { UploadRows } from "./upload-rows.tsx";
import { useDroppedFile } from "./use-dropped-file.ts";

type Props = {
  /** The name of the field. */
  field: string;
  kinds: readonly MediaKind[];
  onChoose: (media: Media) => void;
  children: ReactNode;
};

/** An address field that also takes files: dropped on it, pasted into it, or chosen from the page's files. */
export function FileField({ field, kinds, onChoose, children }: Props) {
  const { t } = useTranslation("media");
  const { uploads, retry, dismiss, isOver, handlers } = useDroppedFile(kinds, onChoose);
  return (
    <div className={isOver ? "file-field is-over" : "file-field"} {...handlers}>
      {children}
      <Group gap="xs" my={6}>
        <ChooseButton field={field} kinds={kinds} onChoose={onChoose} />
        <Text size="xs" c="dimmed">
          {isOver ? t("drop") : t("orDrop")}
        </Text>
      </Group>
      <UploadRows uploads={uploads} retry={retry} dismiss={dismiss} />
    </div>
  );
}
