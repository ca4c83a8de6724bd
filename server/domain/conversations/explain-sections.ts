import type { explanations } from "@banter/core/api/management/explanations.ts";
import { refusalWords } from "@banter/core/channels/refusals.ts";
import { explainNotes } from "@banter/core/flow/explain/explain-notes.ts";
import { explainTraceParts, type TraceNames } from "@banter/core/flow/explain/explain-trace.ts";
import { english as noteEnglish } from "@banter/core/flow/explain/render-note-words.ts";
import { vietnamese as noteVietnamese } from "@banter/core/flow/explain/render-note-words.vi.ts";
import { english as replyEnglish, type WindowRule } from "@banter/core/flow/explain/reply-words.ts";
import { vietnamese as replyVietnamese } from "@banter/core/flow/explain/reply-words.vi.ts";
import { put } from "@banter/core/flow/explain/sentence.ts";
import { english as traceEnglish } from "@banter/core/flow/explain/trace-words.ts";
import { vietnamese as traceVietnamese } from "@banter/core/flow/explain/trace-words.vi.ts";
import { explain } from "@banter/core/match/explain.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import type { z } from "zod";
import type { LoggedAttempt } from "../../store/runtime/message-attempts.ts";
import type { Reason } from "../../store/runtime/messages/reason.ts";
import { textOfEvent } from "./message-form.ts";

export type MessageExplanation = z.output<
  (typeof explanations)["GET /pages/:page_id/messages/:message_id/explain"]["reply"]
>;

/** The messaging window when the message was made. `isStored`: the channel has no platform to call. */
export type WindowState = {
  rule: WindowRule;
  wasOpen: boolean | null;
  hours: number;
  /** The channel's name. */
  title: string;
  isStored: boolean;
};

/** Everything that the sentences are made of. */
export type ExplanationFacts = {
  reason: Reason;
  attempts: LoggedAttempt[];
  window: WindowState;
  keywords: Keyword[];
  zone: string;
  names: TraceNames;
};

const languages = {
  en: { trace: traceEnglish, notes: noteEnglish, reply: replyEnglish },
  vi: { trace: traceVietnamese, notes: noteVietnamese, reply: replyVietnamese },
};

/** The explanation in sentences, under headings. A section without anything to say is left out. */
export function explainSections(explained: ExplanationFacts, language: "en" | "vi"): MessageExplanation["sections"] {
  const words = languages[language];
  const { reason, names, window } = explained;
  const parts = reason.trace && explainTraceParts(reason.trace, names, words.trace);
  const all: MessageExplanation["sections"] = [
    { section: "event", lines: [eventLine(reason, words.reply)] },
    {
      section: "triggers",
      lines: parts
        ? [...parts.triggers, ...lossLines(explained, words), parts.outcome]
        : [reason.cause ? words.reply.noTrace : words.reply.noEvent],
    },
    { section: "steps", lines: parts?.steps ?? [] },
    { section: "values", lines: parts?.values ?? [] },
    { section: "window", lines: [windowLine(explained, words.reply)] },
    { section: "attempts", lines: attemptLines(explained, language) },
    {
      section: "notes",
      lines: [...(parts?.notes ?? []), ...explainNotes(reason.notes ?? [], window.title, words.notes)],
    },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

type Words = (typeof languages)["en"];

function eventLine({ cause }: Reason, words: Words["reply"]): string {
  return cause ? put(words.events[cause.type], { TEXT: textOfEvent(cause) }) : words.noEvent;
}

const maxLosses = 10;

/** Keywords that might have answered too, and why they did not, as the page's keywords are now. */
function lossLines({ reason, keywords, zone }: ExplanationFacts, { reply, trace }: Words): string[] {
  const { cause, trace: traced, causedAt } = reason;
  const isMatched = traced?.triggers?.some(({ on }) => on === "keyword") ?? false;
  if (!isMatched || cause?.type !== "message" || !causedAt) return [];
  const { candidates } = explain(keywords, cause.text, { instant: causedAt.getTime(), zone });
  const lost = candidates.filter(({ rank, lost }) => rank !== undefined && lost !== undefined);
  return lost.slice(0, maxLosses).flatMap(({ name, rank, lost }) => {
    const sentence = (reply.losses as Record<string, string>)[lost?.reason ?? ""];
    const PHRASE = lost?.reason === "excluded" ? lost.phrase : "";
    return sentence === undefined ? [] : put(sentence, { KEYWORD: name, RANK: rank ? trace.ranks[rank] : "", PHRASE });
  });
}

function windowLine({ reason, window }: ExplanationFacts, words: Words["reply"]): string {
  const { rule, wasOpen, hours, title } = window;
  if (rule === "window") {
    const sentence = wasOpen === null ? words.window.unknown : wasOpen ? words.window.open : words.window.closed;
    return put(sentence, { HOURS: String(hours) });
  }
  return put(words.window[rule], { CHANNEL: title, TAG: reason.messageTag ?? "" });
}

function attemptLines(explained: ExplanationFacts, language: "en" | "vi"): string[] {
  const { reason, attempts, window } = explained;
  const words = languages[language].reply;
  if (window.isStored && reason.status !== "failed") return [words.stored];
  const lines = attempts.map(({ at, outcome, answer }) => {
    const SENTENCE = put(words.attempts[outcome], { TIME: at.toISOString(), CHANNEL: window.title });
    return answer === null ? SENTENCE : put(words.withAnswer, { SENTENCE, ANSWER: answer });
  });
  const meaning = meaningLines(explained, language);
  if (lines.length > 0) return [...lines, ...meaning];
  const REASON = reason.reason;
  if (REASON === null) return [words.notTried];
  // Without an attempt of its own in the log, the platform has reported the failure later.
  if (reason.attempts > 0) return [put(words.reported, { CHANNEL: window.title, REASON }), ...meaning];
  return [put(words.withReason, { SENTENCE: words.notTried, REASON }), ...meaning];
}

/** The platform's error in words for the page's owner. */
function meaningLines({ reason, window }: ExplanationFacts, language: "en" | "vi"): string[] {
  const { channel, errorCode: CODE } = reason;
  if (CODE === null) return [];
  const { meaning, unknownCode } = languages[language].reply;
  const MEANING = refusalWords(channel, CODE, language);
  return [MEANING === undefined ? put(unknownCode, { CHANNEL: window.title, CODE }) : put(meaning, { CODE, MEANING })];
}
