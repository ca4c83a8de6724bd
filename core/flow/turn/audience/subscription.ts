import { weekMs } from "../../../audience/send-plan.ts";
import type { OutgoingMessage } from "../../outgoing.ts";
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

/**
 * Puts a button below the last message that ends the subscription: the last of the effects from a place on, once. Templates
 * have their own.
 */
export function addUnsubscribe({ effects }: OpenTurn, title: string | undefined, from = 0): void {
  if (title === undefined) return;
  const last = effects.findLastIndex(({ type }) => type === "say");
  const effect = effects[last];
  if (last < from || effect?.type !== "say" || effect.message.type === "whatsapp_message_template") return;
  if (effect.message.quick_replies?.some(isUnsubscribe)) return;
  effects[last] = { ...effect, message: withButton(effect.message, title) };
}

type QuickReply = NonNullable<OutgoingMessage["quick_replies"]>[number];

const isUnsubscribe = (item: QuickReply) => item.type === "press" && item.target?.type === "consent";

function withButton(message: OutgoingMessage, title: string): OutgoingMessage {
  const button = { type: "press", title, target: { type: "consent", is_wanted: false } } as const;
  return { ...message, quick_replies: [...(message.quick_replies ?? []), button] };
}
