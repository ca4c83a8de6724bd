import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { textOf } from "../steps/summary.ts";
import type { StepNode } from "./graph.ts";

/** A note that lies on the canvas. */
export const NoteNode = memo(function NoteNode({ id, data: { step, change } }: NodeProps<StepNode>) {
  const { t } = useTranslation("builder");
  return (
    <div className={change ? `note-node is-${change}` : "note-node"} data-step={id}>
      {textOf(step.text) || t("canvas.emptyNote")}
    </div>
  );
});
