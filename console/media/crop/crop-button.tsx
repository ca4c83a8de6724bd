import "../add-words.ts";
import { Button } from "@mantine/core";
import { IconCrop } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { Media } from "../upload.ts";
import { fits, type Size } from "./area.ts";

const CropDialog = lazyPart(async () => (await import("./crop-dialog.tsx")).CropDialog, { height: 0 });

type Props = { url: string; ratio: number; onCropped: (media: Media) => void };

/** Offers to crop a stored picture, if a card would cut it at its edges. Moving pictures stay as they are. */
export function CropButton({ url, ratio, onCropped }: Props) {
  const { t } = useTranslation("media");
  const [isOpen, setOpen] = useState(false);
  const size = usePictureSize(url);
  if (!size || fits(size, ratio) || /\.gif$/i.test(url)) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconCrop size={14} aria-hidden />}
        title={t("crop.why")}
        onClick={() => setOpen(true)}
      >
        {t("crop.open")}
      </Button>
      {isOpen && (
        <CropDialog url={url} size={size} ratio={ratio} onCropped={onCropped} onClose={() => setOpen(false)} />
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
