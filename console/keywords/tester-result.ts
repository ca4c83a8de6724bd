import { type Candidate, explain, type Loss } from "@banter/core/match/explain.ts";
import type { Moment } from "@banter/core/match/is-open.ts";
import { asRun, type KeywordInfo, type Runnable } from "./keyword.ts";

/** A keyword's part in a trial. Beyond what matching tells, a flow that cannot run has a reason of its own. */
export type Tried = Omit<Candidate, "lost"> & { place: number; lost: Loss | { reason: "unpublished" } | undefined };

/** `near` were found, or nearly, and lost; `others` is how many had nothing to do with the message. */
export type Trial = { winner: Tried | undefined; near: Tried[]; others: number };

export function tryMessage(keywords: readonly KeywordInfo[], runnable: Runnable, text: string, at: Moment): Trial {
  const { candidates } = explain(asRun(keywords, runnable), text, at);
  const tried = candidates.map((candidate, index): Tried => {
    const hasFlow = keywords[index]?.flow_id !== null;
    const lost = candidate.lost?.reason === "no_flow" && hasFlow ? { reason: "unpublished" as const } : candidate.lost;
    return { ...candidate, place: index + 1, lost };
  });
  const winner = tried.find(({ lost }) => lost === undefined);
  const near = tried.filter(({ lost }) => lost && lost.reason !== "not_found" && lost.reason !== "no_phrases");
  return {
    winner,
    near: near.sort((one, other) => importance(one) - importance(other)),
    others: tried.length - near.length - (winner ? 1 : 0),
  };
}

/** Those that were found stand before those that nearly were; otherwise in the owner's order. */
const importance = ({ rank, place }: Tried) => (rank ? 0 : 1_000_000) + place;
