import "./crop.css";
import { Alert, Modal, SegmentedControl, Slider, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { uploadErrorText } from "../error-text.ts";
import { libraryKey } from "../library-query.ts";
import { type Media, uploadFile } from "../upload.ts";
import { areaOf, type Cut, dragged, type Shape, type Size, shapes } from "./area.ts";
import { cutOut } from "./cut-out.ts";

type Props = {
  url: string;
  size: Size;
  offered: readonly [Shape, ...Shape[]];
  onCropped: (media: Media) => void;
  onClose: () => void;
};

/** Cuts a picture to a shape and stores the result as a new file. The mouse drags it; sliders do the same by keys. */
export function CropDialog({ url, size, offered, onCropped, onClose }: Props) {
  const { t } = useTranslation("media");
  const page = usePage();
  const queries = useQueryClient();
  const picture = useRef<HTMLImageElement>(null);
  const [cut, setCut] = useState<Cut>({ zoom: 1, left: 0.5, top: 0.5 });
  const [shape, setShape] = useState<Shape>(offered[0]);
  const ratio = shapes[shape];
  const area = areaOf(size, ratio, cut);
  const store = useMutation({
    meta: { showsFailure: true },
    mutationFn: async (image: HTMLImageElement) => uploadFile(page.id, await cutOut(image, area, url)),
    onSuccess: (media) => {
      void queries.invalidateQueries({ queryKey: libraryKey(page.id) });
      onCropped(media);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (picture.current) store.mutate(picture.current);
  };
  const drag = useDrag((by, frame) => {
    const scale = area.width / frame.width;
    setCut((before) => dragged(size, ratio, before, { x: by.x * scale, y: by.y * scale }));
  });
  return (
    <Modal opened onClose={onClose} title={t("crop.title")} closeButtonProps={{ "aria-label": t("ui:close") }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t("crop.help")}
          </Text>
          {offered.length > 1 && (
            <SegmentedControl
              aria-label={t("crop.shape")}
              value={shape}
              onChange={(chosen) => setShape(chosen as Shape)}
              data={offered.map((each) => ({ value: each, label: t(`crop.shapes.${each}`) }))}
            />
          )}
          {/* Not so high that the buttons are out of sight. */}
          <div className="crop-frame" style={{ aspectRatio: ratio, width: `min(100%, ${42 * ratio}vh)` }} {...drag}>
            <img
              ref={picture}
              src={url}
              alt={t("crop.picture")}
              draggable={false}
              style={{
                width: `${(size.width / area.width) * 100}%`,
                height: `${(size.height / area.height) * 100}%`,
                left: `${(-area.x / area.width) * 100}%`,
                top: `${(-area.y / area.height) * 100}%`,
              }}
            />
          </div>
          <CutSlider name="zoom" value={cut.zoom - 1} onChange={(zoom) => setCut({ ...cut, zoom: zoom + 1 })} max={3} />
          <CutSlider
            name="left"
            value={cut.left}
            onChange={(left) => setCut({ ...cut, left })}
            isFixed={size.width - area.width < 1}
          />
          <CutSlider
            name="top"
            value={cut.top}
            onChange={(top) => setCut({ ...cut, top })}
            isFixed={size.height - area.height < 1}
          />
          {store.error && (
            <Alert color="red" role="alert">
              {uploadErrorText(store.error)}
            </Alert>
          )}
          <DialogButtons onCancel={onClose} submit={t("crop.submit")} isPending={store.isPending} staysInView />
        </Stack>
      </form>
    </Modal>
  );
}

type SliderProps = {
  name: "zoom" | "left" | "top";
  value: number;
  max?: number;
  /** The picture has no room in this direction. */
  isFixed?: boolean;
  onChange: (value: number) => void;
};

function CutSlider({ name, value, max = 1, isFixed = false, onChange }: SliderProps) {
  const { t } = useTranslation("media");
  return (
    <div>
      <Text size="sm">{t(`crop.${name}`)}</Text>
      <Slider
        thumbLabel={t(`crop.${name}`)}
        label={null}
        min={0}
        max={max}
        step={max / 100}
        value={value}
        disabled={isFixed}
        onChange={onChange}
      />
    </div>
  );
}

/** Calls back with each movement of a pressed pointer, in pixels of the screen. */
function useDrag(onMove: (by: { x: number; y: number }, frame: DOMRect) => void) {
  const last = useRef<{ x: number; y: number }>(null);
  const end = () => {
    last.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!last.current) return;
      const by = { x: event.clientX - last.current.x, y: event.clientY - last.current.y };
      last.current = { x: event.clientX, y: event.clientY };
      onMove(by, event.currentTarget.getBoundingClientRect());
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
