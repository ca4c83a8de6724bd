import type { ModelNote } from "../trace.ts";
import type { AiWords } from "./ai-words.ts";
import { put } from "./sentence.ts";

/** A call of a model in sentences: what it took, what it was shown, what it wanted to do. */
export function explainModel(note: ModelNote, words: AiWords): string {
  const { model, input, output, cost, ms, passages = [], cites = [], tools = [] } = note;
  if (model === "") return words.notAsked;
  const listed = (shown: typeof passages) =>
    shown
      .map(({ source, heading, score }) =>
        put(words.passage, { SOURCE: source, HEADING: heading, SCORE: String(Math.round(score * 100) / 100) }),
      )
      .join("; ");
  const cited = passages.filter(({ id }) => cites.includes(id));
  return [
    put(words.call, {
      ...{ MODEL: model, INPUT: String(input), OUTPUT: String(output), TIME: String(ms) },
      COST: String(cost / 1_000_000),
    }),
    ...(passages.length > 0 ? [put(words.passages, { PASSAGES: listed(passages) })] : []),
    ...(cited.length > 0 ? [put(words.cites, { PASSAGES: listed(cited) })] : []),
    ...tools.map(([tool, verdict]) =>
      put(words.tool, { TOOL: tool, VERDICT: (words.verdicts as Record<string, string>)[verdict] ?? verdict }),
    ),
    put(words.instructions, { TEXT: note.instructions }),
  ].join(" ");
}
