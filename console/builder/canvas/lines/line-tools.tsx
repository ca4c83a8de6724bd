import { IconPlus, IconX } from "@tabler/icons-react";
import { EdgeLabelRenderer, useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { type MouseEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { focusStep } from "../../actions/focus.ts";
import { useBuilder, useScene } from "../../context.ts";
import type { ExitEdge } from "../graph.ts";
import { useMoves } from "../use-moves.ts";

type Props = { line: NonNullable<ExitEdge["data"]>; target: string; x: number; y: number };

/** The buttons in the middle of a line: one adds a step on it, one removes it. */
export function LineTools({ line: { step, exit, label }, target, x, y }: Props) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { flowToScreenPosition, setCenter } = useReactFlow();
  const taking = useMoves();
  const store = useStoreApi();
  const isComparing = useBuilder(({ shown }) => shown !== null);
  const isByKey = useBuilder(
    ({ edge }) => edge?.isByKey === true && edge.step === step && edge.exit.join("/") === exit.join("/"),
  );
  const first = useRef<HTMLButtonElement>(null);
  // Small canvases keep buttons that a finger can hit.
  const scale = useStore(({ transform }) => Math.max(1, 1 / transform[2]));
  useEffect(() => {
    if (!isByKey) return;
    const { width, height, transform } = store.getState();
    const [left, top, zoom] = transform;
    const isInView = isWithin(x * zoom + left, width) && isWithin(y * zoom + top, height);
    if (!isInView) void setCenter(x, y, { zoom, ...taking(250) });
    first.current?.focus({ preventScroll: true });
  }, [isByKey, store, setCenter, x, y, taking]);
  if (!builder.canEdit || isComparing) return null;
  const press = (act: () => void) => (event: MouseEvent) => {
    // The line below would be selected.
    event.stopPropagation();
    act();
  };
  const insert = () => {
    const screen = flowToScreenPosition({ x, y });
    builder.set({ palette: { screen, at: { x, y }, from: { step, exit }, to: target } });
  };
  const remove = () => {
    builder.connect(step, exit, null);
    if (isByKey) focusStep(step);
  };
  return (
    <EdgeLabelRenderer>
      <div
        className="line-tools nodrag nopan"
        role="toolbar"
        aria-label={label}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})` }}
      >
        <button
          ref={first}
          type="button"
          aria-label={t("lines.insert")}
          title={t("lines.insert")}
          onClick={press(insert)}
        >
          <IconPlus size={16} aria-hidden />
        </button>
        <button type="button" aria-label={t("lines.remove")} title={t("lines.remove")} onClick={press(remove)}>
          <IconX size={16} aria-hidden />
        </button>
      </div>
    </EdgeLabelRenderer>
  );
}

/** True if the tools at this place of the canvas are seen whole. */
const isWithin = (at: number, length: number) => at >= 40 && at <= length - 40;
