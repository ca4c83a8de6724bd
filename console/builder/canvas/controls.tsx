import { ActionIcon, Tooltip } from "@mantine/core";
import {
  type Icon,
  IconKeyboard,
  IconLayoutDistributeHorizontal,
  IconMap2,
  IconMaximize,
  IconPlus,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useReactFlow } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { layOut, type Size } from "./layout.ts";
import { useMinimap } from "./use-minimap.ts";
import { useMoves } from "./use-moves.ts";

type ControlsProps = { openPalette: (() => void) | undefined; openShortcuts: () => void };

/** Zoom, fit, tidy up and the overview; on narrow screens also the palette. */
export function Controls({ openPalette, openShortcuts }: ControlsProps) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const [hasMinimap, setMinimap] = useMinimap();
  const taking = useMoves();
  const { zoomIn, zoomOut, fitView, getInternalNode } = useReactFlow();
  async function tidy(): Promise<void> {
    const sizeOf = (id: string): Size | undefined => {
      const { width, height } = getInternalNode(id)?.measured ?? {};
      return width && height ? { width, height } : undefined;
    };
    builder.move(await layOut(builder.get().history.present, sizeOf));
    // After the steps have been drawn at their new places.
    setTimeout(() => void fitView({ maxZoom: 1, padding: 0.15, ...taking(300) }), 60);
  }
  return (
    <div className="canvas-controls" role="toolbar" aria-label={t("canvas.controls")}>
      {openPalette && <Control label={t("canvas.add")} icon={IconPlus} onClick={openPalette} isMain />}
      <Control label={t("canvas.zoomIn")} icon={IconZoomIn} onClick={() => void zoomIn(taking(150))} />
      <Control label={t("canvas.zoomOut")} icon={IconZoomOut} onClick={() => void zoomOut(taking(150))} />
      <Control
        label={t("canvas.fit")}
        icon={IconMaximize}
        onClick={() => void fitView({ maxZoom: 1, padding: 0.15, ...taking(300) })}
      />
      {openPalette && (
        <Control label={t("canvas.tidy")} icon={IconLayoutDistributeHorizontal} onClick={() => void tidy()} />
      )}
      <div className="needs-room">
        <Control
          label={t(hasMinimap ? "canvas.hideMinimap" : "canvas.showMinimap")}
          icon={IconMap2}
          onClick={() => setMinimap(!hasMinimap)}
        />
      </div>
      <div className="needs-keyboard">
        <Control label={t("shortcuts.open")} icon={IconKeyboard} onClick={openShortcuts} />
      </div>
    </div>
  );
}

type Props = { label: string; icon: Icon; onClick: () => void; isMain?: boolean };

function Control({ label, icon: IconOf, onClick, isMain = false }: Props) {
  return (
    <Tooltip label={label} position="right">
      <ActionIcon variant={isMain ? "filled" : "default"} size={34} aria-label={label} onClick={onClick}>
        <IconOf size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
