import { type Candidate, explain, type Loss } from "@banter/core/match/explain.ts";
import type { Moment } from "@banter/core/match/is-open.ts";
import { asRun, type KeywordInfo, type Runnable } from "./keyword.ts";

/** The result of one keyword. A flow that cannot run is a reason of its own, which matching does not know. */
export type TriedKeyword = Omit<Candidate, "lost"> & {
  place: number;
  lost: Loss | { reason: "unpublished" } | undefined;
};

/** `near` matched, or nearly, and lost; `others` counts the keywords that have nothing to do with the message. */
export type Trial = { winner: TriedKeyword | undefined; near: TriedKeyword[]; others: number };

export function tryMessage(keywords: readonly KeywordInfo[], runnable: Runnable, text: string, at: Moment): Trial {
  const { candidates } = explain(asRun(keywords, runnable), text, at);
  const tried = candidates.map((candidate, index): TriedKeyword => {
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

/** Matches come before near matches, each in the owner's order. */
const importance = ({ rank, place }: TriedKeyword) => (rank ? 0 : 1_000_000) + place;
