import { weekMs } from "../../../audience/send-plan.ts";
import { cutValue, recordFirst } from "../../record-trace.ts";
import type { Consent } from "../../state.ts";
import type { OpenTurn } from "../open-turn.ts";

/** Keeps a word on the page's news, with the proof. The caller records it. */
export function keepWord(turn: OpenTurn, word: Omit<Consent, "since">): Consent {
  const words = word.words === undefined ? {} : { words: cutValue(word.words) };
  const consent: Consent = { ...word, ...words, since: turn.now };
  const newest = turn.state.planned?.at(-1);
  const hasLeft = !consent.isWanted && turn.state.marketing?.isWanted !== false;
  if (hasLeft && newest?.send !== undefined && hasNews(turn))
    recordFirst(turn, { on: "plan", verdict: "left", send: newest.send });
  turn.state = { ...turn.state, marketing: consent };
  return consent;
}

/** The customer got something within a week that they had not asked for. */
export const hasNews = ({ state, now }: OpenTurn) =>
  now - (state.planned?.at(-1)?.at ?? Number.NEGATIVE_INFINITY) <= weekMs;
