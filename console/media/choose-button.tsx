import "./add-words.ts";
import type { MediaKind } from "@banter/core/model/media.ts";
import { Button } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import type { Media } from "./upload.ts";

const MediaPicker = lazyPart(async () => (await import("./media-picker.tsx")).MediaPicker, { height: 0 });

type Props = { field: string; kinds: readonly MediaKind[]; onChoose: (media: Media) => void };

/** Opens the page's files beside an address field. */
export function ChooseButton({ field, kinds, onChoose }: Props) {
  const { t } = useTranslation("media");
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPhotoPlus size={14} aria-hidden />}
        aria-label={t("chooseFor", { field })}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {t("choose")}
      </Button>
      {hasOpened && <MediaPicker opened={isOpen} onClose={() => setOpen(false)} kinds={kinds} onChoose={onChoose} />}
    </>
  );
}
