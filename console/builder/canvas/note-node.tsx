import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { linesOf } from "../steps/summary.ts";
import type { StepNode } from "./graph.ts";

/** A note that lies on the canvas. */
export const NoteNode = memo(function NoteNode({ id, data: { step, change } }: NodeProps<StepNode>) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const [text] = linesOf(step, names, t);
  return (
    <div className={change ? `note-node is-${change}` : "note-node"} data-step={id}>
      {text || t("canvas.emptyNote")}
    </div>
  );
});
