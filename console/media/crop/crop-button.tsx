import "../add-words.ts";
import { Button } from "@mantine/core";
import { IconCrop } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { Media } from "../upload.ts";
import { fits, type Shape, type Size, shapes } from "./area.ts";

const CropDialog = lazyPart(async () => (await import("./crop-dialog.tsx")).CropDialog, { height: 0 });

/** `offered`: the shapes to choose from; a single one is that of the place where the picture stands. */
type Props = { url: string; offered: readonly [Shape, ...Shape[]]; onCropped: (media: Media) => void };

/** Offers to crop a stored picture, unless it has the only shape that is meant. Moving pictures stay as they are. */
export function CropButton({ url, offered, onCropped }: Props) {
  const { t } = useTranslation("media");
  const [isOpen, setOpen] = useState(false);
  const size = usePictureSize(url);
  if (!size || offered.every((shape) => fits(size, shapes[shape])) || /\.gif$/i.test(url)) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconCrop size={14} aria-hidden />}
        title={offered.length === 1 ? t("crop.why") : undefined}
        onClick={() => setOpen(true)}
      >
        {t("crop.open")}
      </Button>
      {isOpen && (
        <CropDialog url={url} size={size} offered={offered} onCropped={onCropped} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Undefined until the picture has been loaded. */
function usePictureSize(url: string): Size | undefined {
  const [known, setKnown] = useState<Size & { url: string }>();
  useEffect(() => {
    const picture = new Image();
    picture.onload = () => setKnown({ url, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = url;
    return () => {
      picture.onload = null;
    };
  }, [url]);
  return known?.url === url ? known : undefined;
}
