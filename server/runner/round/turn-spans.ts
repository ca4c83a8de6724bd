import type { RunnerNode } from "../node.ts";
import type { TurnResults } from "./turns.ts";

/**
 * Starts a span for each turn and puts its place into the turn's trace, from which deliveries take it. Returns a
 * function that ends the spans of committed pages; those of others are never sent.
 */
export function startTurnSpans(
  { deps: { tracing } }: RunnerNode,
  { pages }: TurnResults,
  startedAt: number,
): (committed: ReadonlySet<string>) => void {
  if (!tracing) return () => undefined;
  const started = pages.flatMap(({ page, loaded, turns }) =>
    turns.map((turn) => {
      const { pageId } = page.lease;
      const attributes = {
        ...{ "banter.page_id": pageId, "banter.channel": loaded.channel.type },
        ...{ "banter.event": turn.event.type, "banter.outcome": turn.trace.outcome },
      };
      const span = tracing.start("turn", { kind: "consumer", after: turn.traceparent, startedAt, attributes });
      turn.trace = { ...turn.trace, traceparent: span.place };
      return { pageId, span };
    }),
  );
  return (committed) => {
    for (const { pageId, span } of started) if (committed.has(pageId)) span.end();
  };
}
