import "./add-words.ts";
import type { MediaKind } from "@banter/core/model/media.ts";
import { Button, UnstyledButton } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import type { Media } from "./upload.ts";

const MediaPicker = lazyPart(async () => (await import("./media-picker.tsx")).MediaPicker, { height: 0 });

type Props = {
  field: string;
  kinds: readonly MediaKind[];
  onChoose: (media: Media) => void;
  /** Drawn instead of the usual button. */
  children?: ReactNode;
  className?: string;
};

/** Opens the page's files. */
export function ChooseButton({ field, kinds, onChoose, children, className }: Props) {
  const { t } = useTranslation("media");
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setOpened] = useState(false);
  const shared = {
    "aria-label": t("chooseFor", { field }),
    onClick: () => {
      setOpened(true);
      setOpen(true);
    },
  };
  return (
    <>
      {children === undefined ? (
        <Button size="compact-sm" variant="default" leftSection={<IconPhotoPlus size={14} aria-hidden />} {...shared}>
          {t("choose")}
        </Button>
      ) : (
        <UnstyledButton className={className} data-first-focus {...shared}>
          {children}
        </UnstyledButton>
      )}
      {hasOpened && <MediaPicker opened={isOpen} onClose={() => setOpen(false)} kinds={kinds} onChoose={onChoose} />}
    </>
  );
}
