import "./step-node.css";
import { isStepType } from "@banter/core/flow/steps/index.ts";
import { isObject } from "@banter/core/model/json.ts";
import { IconAlertCircle, IconAlertTriangle } from "@tabler/icons-react";
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from "@xyflow/react";
import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import type { DraftStep } from "../edit/draft.ts";
import { FilledText } from "../names/filled-text.tsx";
import { type Exit, nextExits } from "../steps/exits.ts";
import { StepBadge } from "../steps/step-badge.tsx";
import { exitTitle, stepTitle } from "../steps/step-title.ts";
import { headingOf, linesOf } from "../steps/summary.ts";
import { StartFlag } from "../triggers/start-flag.tsx";
import { ContentSummary } from "./content-summary.tsx";
import { Count } from "./count.tsx";
import type { StepNode as Node, StepData } from "./graph.ts";

/** A step on the canvas: its type, its content, and its exits with a handle each. */
export const StepNode = memo(function StepNode({ id, data }: NodeProps<Node>) {
  const { t } = useTranslation("builder");
  const { step, isStart, isActive, change, counters } = data;
  const exits = nextExits(step);
  useMovedHandles(id, JSON.stringify([step.content, step.choices]) + exits.map(({ handle }) => handle).join());
  const classes = ["step-node", isStart && "is-start", isActive && "is-active", change && `is-${change}`];
  return (
    <div className={classes.filter(Boolean).join(" ")} data-step={id}>
      <Handle type="target" position={Position.Left} className="entry" />
      {isStart && <StartFlag />}
      {change && <span className={`change-flag is-${change}`}>{t(`versions.${change}`)}</span>}
      <Header step={step} data={data} />
      <div className="step-body">
        {isObject(step.content) ? <ContentSummary step={step} counters={counters} /> : <Lines step={step} />}
      </div>
      {exits.length > 0 && (
        <div className="step-exits">
          {exits.map((exit) => (
            <ExitRow
              key={exit.handle}
              exit={exit}
              title={exitTitle(exit, step, t)}
              count={counters?.exits[exit.name] ?? 0}
              of={counters?.entered ?? 0}
            />
          ))}
        </div>
      )}
    </div>
  );
});

/** Edges end at handles, which move with the content above them. The library measures only their first position. */
function useMovedHandles(id: string, handles: string): void {
  const update = useUpdateNodeInternals();
  const before = useRef(handles);
  useEffect(() => {
    if (before.current !== handles) update(id);
    before.current = handles;
  }, [id, handles, update]);
}

function Header({ step, data: { severity, problems, counters } }: { step: DraftStep; data: StepData }) {
  const { t, i18n } = useTranslation("builder");
  const Sign = severity === "error" ? IconAlertCircle : IconAlertTriangle;
  return (
    <div className="step-header">
      {isStepType(step.type) && <StepBadge type={step.type} size={26} />}
      <span className="step-title">{stepTitle(step, t)}</span>
      {counters && counters.entered > 0 && (
        <span className="count" title={t("canvas.entered", { count: counters.entered })}>
          {counters.entered.toLocaleString(i18n.language)}
        </span>
      )}
      {severity && (
        <span
          className={`problem-badge is-${severity}`}
          role="img"
          aria-label={t("canvas.problems", { count: problems })}
        >
          <Sign size={16} aria-hidden />
        </span>
      )}
    </div>
  );
}

function Lines({ step }: { step: DraftStep }) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const lines = linesOf(step, names, t);
  const heading = headingOf(step, names, t);
  return (
    <>
      {heading !== undefined && <p className="step-line is-quiet">{heading}</p>}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
        <p key={index} className="step-line">
          <FilledText text={line} />
        </p>
      ))}
    </>
  );
}

type ExitRowProps = { exit: Exit; title: string; count: number; of: number };

function ExitRow({ exit: { handle, target }, title, count, of }: ExitRowProps) {
  return (
    <div className="exit-row">
      <span className="exit-name">{title}</span>
      {count > 0 && <Count count={count} of={of} />}
      <Handle
        id={handle}
        type="source"
        position={Position.Right}
        className={target === null ? "exit is-free" : "exit"}
      />
    </div>
  );
}
