import "./exit-line.css";
import {
  BaseEdge,
  type EdgeProps,
  getBezierPath,
  getSmoothStepPath,
  type ReactFlowState,
  useStore,
} from "@xyflow/react";
import { memo, useMemo, useState } from "react";
import { boxesOf } from "../boxes.ts";
import type { ExitEdge, StepNode } from "../graph.ts";
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
  const select = useMemo(() => {
    if (targetX >= sourceX) return () => null;
    // The store also changes when the view or a pulled line moves.
    let seen: unknown;
    let lane = 0;
    return ({ nodes }: ReactFlowState) => {
      // The store knows only the library's own type of nodes.
      if (nodes !== seen) lane = laneOf(boxesOf(nodes as StepNode[]), { sourceX, sourceY, targetX, targetY, track });
      seen = nodes;
      return lane;
    };
  }, [sourceX, sourceY, targetX, targetY, track]);
  return useStore(select);
}
