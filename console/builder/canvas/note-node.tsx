import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { linesOf } from "../steps/summary.ts";
import type { StepNode } from "./graph.ts";

/** A remark, stuck to the canvas. */
export const NoteNode = memo(function NoteNode({ id, data: { step, mark } }: NodeProps<StepNode>) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const [text] = linesOf(step, names, t);
  return (
    <div className={mark ? `note-node is-${mark}` : "note-node"} data-step={id}>
      {text || t("canvas.emptyNote")}
    </div>
  );
});
