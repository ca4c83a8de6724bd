import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { textOf } from "../steps/summary.ts";
import type { StepNode } from "./graph.ts";

/** A remark, stuck to the canvas. */
export const NoteNode = memo(function NoteNode({ id, data: { step, mark } }: NodeProps<StepNode>) {
  const { t } = useTranslation("builder");
  return (
    <div className={mark ? `note-node is-${mark}` : "note-node"} data-step={id}>
      {textOf(step.text) || t("canvas.emptyNote")}
    </div>
  );
});
