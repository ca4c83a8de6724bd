import { useReactFlow, useStoreApi } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../ui/toast.tsx";
import { boxesOf } from "../canvas/boxes.ts";
import type { ExitEdge, StepNode } from "../canvas/graph.ts";
import { useScene } from "../context.ts";
import type { Point } from "../edit/draft.ts";
import { isEditable, isOurs } from "./key-targets.ts";
import { copied, placeOf } from "./mutations.ts";

/** Copies, cuts and pastes steps. */
export function useClipboard(root: RefObject<HTMLElement | null>): void {
  const scene = useScene();
  const { t } = useTranslation("builder");
  const { screenToFlowPosition } = useReactFlow();
  const store = useStoreApi<StepNode, ExitEdge>();
  useEffect(() => {
    const { builder } = scene;

    function copy(event: ClipboardEvent): void {
      if (!isOurs(root, event.target) || isEditable(event.target) || String(getSelection())) return;
      const text = copied(scene);
      if (text === undefined) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
      const count = builder.get().selection.length;
      if (event.type === "cut") builder.remove(builder.get().selection);
      showToast({ message: t("clipboard.copied", { count }) });
    }

    function paste(event: ClipboardEvent): void {
      if (!isOurs(root, event.target) || isEditable(event.target)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const box = root.current?.querySelector(".react-flow")?.getBoundingClientRect();
      const middle: Point | undefined =
        box && screenToFlowPosition({ x: box.x + box.width / 2 - 140, y: box.y + box.height / 3 });
      const pasted = builder.paste(text, placeOf(scene), { at: middle, boxes: boxesOf(store.getState().nodes) });
      if (!pasted) return;
      event.preventDefault();
      const count = pasted.ids.length;
      const message = t("clipboard.pasted", { count });
      showToast({
        message: pasted.unset > 0 ? `${message} ${t("clipboard.unset", { count: pasted.unset })}` : message,
      });
    }

    const handlers = { copy, cut: copy, paste };
    for (const [name, handler] of Object.entries(handlers)) document.addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of Object.entries(handlers))
        document.removeEventListener(name, handler as EventListener);
    };
  }, [scene, root, t, screenToFlowPosition, store]);
}
