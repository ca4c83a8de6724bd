import type { ConversationEvent } from "../event.ts";
import type { Trace, TriggerCheck } from "../trace.ts";
import { english as englishReply, type ReplyWords } from "./reply-words.ts";
import { vietnamese as vietnameseReply } from "./reply-words.vi.ts";
import { english, vietnamese, type WhyWords } from "./why-words.ts";

/** A piece of the sentence. `flow` and `keyword` are the ids of what it names. */
type WhyPart = { text: string; flow?: number; keyword?: number };

export type WhyFacts = {
  /** The type of the event that the message answers to, and its words. */
  cause: ConversationEvent["type"] | null;
  text: string;
  trace: Trace | null;
  /** The flow that sent the message. */
  flow: { id: number; name: string } | null;
  /** The name of the sequence that sent the message, if no flow did. */
  sequence?: string | undefined;
  keyword: (id: number) => string | undefined;
};

const languages = {
  en: { why: english, reply: englishReply },
  vi: { why: vietnamese, reply: vietnameseReply },
};

const maxText = 60;

/**
 * Why a message was sent, in one sentence whose names can be links: "The keyword giá matched “giá sao shop”; flow Bảng
 * giá, version 3."
 */
export function explainWhy(facts: WhyFacts, language: "en" | "vi"): WhyPart[] {
  const { why, reply } = languages[language];
  const { trace, flow, text } = facts;
  // The last trigger is the one that took the input.
  const check = trace?.triggers?.at(-1);
  const version = flow && trace?.visits?.findLast(([id]) => id === flow.id)?.[1];
  const { sequence } = facts;
  const whole = why.ends[flow ? (version ? "version" : "flow") : sequence === undefined ? "none" : "sequence"];
  const values: Record<string, WhyPart[]> = {
    TEXT: [{ text: text.length > maxText ? `${text.slice(0, maxText)}…` : text }],
    KEYWORD:
      check?.keyword === undefined ? [] : [{ text: facts.keyword(check.keyword) ?? "?", keyword: check.keyword }],
    SEQUENCE: [{ text: sequence ?? "" }],
    MODEL: [{ text: modelNote(trace)?.model ?? "" }],
    FLOW: flow ? [{ text: flow.name, flow: flow.id }] : [],
    VERSION: [{ text: String(version ?? "") }],
  };
  const lead = split(leadOf(facts, check, { why, reply }), values);
  return joined(split(whole, { ...values, LEAD: lead }));
}

function leadOf({ cause, trace }: WhyFacts, check: TriggerCheck | undefined, words: Words): string {
  const { why, reply } = words;
  if (cause === null || trace === null) return why.forgotten;
  const note = modelNote(trace);
  if (note) return why.leads[`model ${note.did}`];
  const own = check && (why.leads as Record<string, string>)[`${check.on} ${check.verdict}`];
  return own ?? reply.events[cause].replace(/\.$/, "");
}

/** The last call of a model in the turn, if one was made. */
const modelNote = (trace: Trace | null) =>
  trace?.notes?.filter((note) => note.note === "model").findLast(({ model }) => model !== "");

type Words = { why: WhyWords; reply: ReplyWords };

/** The sentence with its placeholders, words in capitals, replaced by parts. */
function split(sentence: string, values: Record<string, WhyPart[]>): WhyPart[] {
  return sentence.split(/\b([A-Z]{3,})\b/).flatMap((piece) => values[piece] ?? (piece ? [{ text: piece }] : []));
}

/** Neighbours without a name are one piece. */
function joined(parts: WhyPart[]): WhyPart[] {
  const isPlain = ({ flow, keyword }: WhyPart) => flow === undefined && keyword === undefined;
  const all: WhyPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && isPlain(last) && isPlain(part)) all.splice(-1, 1, { text: last.text + part.text });
    else all.push(part);
  }
  return all;
}
