import "./exit-line.css";
import {
  BaseEdge,
  type EdgeProps,
  getBezierPath,
  getSmoothStepPath,
  type ReactFlowState,
  useStore,
} from "@xyflow/react";
import { memo, useCallback, useState } from "react";
import { boxesOf } from "./boxes.ts";
import type { ExitEdge, StepNode } from "./graph.ts";
import { LineTools } from "./line-tools.tsx";
import { type Line, laneOf, reachOf } from "./route.ts";

/** The line from an exit to a step. A line back to the left goes around the steps between its ends. */
export const ExitLine = memo(function ExitLine(props: EdgeProps<ExitEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, selected, target, data } = props;
  const [isHovered, setHovered] = useState(false);
  const track = data?.track ?? 0;
  const lane = useLane({ sourceX, sourceY, targetX, targetY, track });
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition };
  const [path, x, y] =
    lane === null
      ? getBezierPath(ends)
      : getSmoothStepPath({ ...ends, centerY: lane, offset: reachOf(track), borderRadius: 14 });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard reaches the tools by a shortcut
    <g onMouseEnter={() => setHovered(true)} onMouseLeave={() => setHovered(false)}>
      <BaseEdge path={path} interactionWidth={24} />
      {(selected || isHovered) && data && <LineTools line={data} target={target} x={x} y={lane ?? y} />}
    </g>
  );
});

/** Null for a line that leads to the right. Others follow the steps that are moved. */
function useLane({ sourceX, sourceY, targetX, targetY, track }: Line): number | null {
  return useStore(
    useCallback(
      ({ nodes }: ReactFlowState) =>
        // The store knows only the library's own type of nodes.
        targetX < sourceX ? laneOf(boxesOf(nodes as StepNode[]), { sourceX, sourceY, targetX, targetY, track }) : null,
      [sourceX, sourceY, targetX, targetY, track],
    ),
  );
}
