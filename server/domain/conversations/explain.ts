import { needsWindow } from "@banter/core/audience/send-plan.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import type { TraceNames } from "@banter/core/flow/explain/explain-trace.ts";
import { explainWhy, type WhyFacts } from "@banter/core/flow/explain/why.ts";
import { exitWords, stepWords } from "@banter/core/flow/steps/exit-words.ts";
import { notFound } from "@banter/core/model/error.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { isOutsideWindow } from "../../channels/messaging-window.ts";
import type { Deps } from "../../deps.ts";
import { listRules } from "../../store/audience/rules.ts";
import { listSequenceNames } from "../../store/audience/sequences.ts";
import { findVersion } from "../../store/catalog/flow-versions.ts";
import { listFlowEntries } from "../../store/catalog/flows.ts";
import { listKeywords } from "../../store/catalog/keywords.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { listTools } from "../../store/catalog/tools.ts";
import { type LoggedAttempt, listAttempts } from "../../store/runtime/message-attempts.ts";
import { findReason, type Reason } from "../../store/runtime/messages/reason.ts";
import {
  type ExplanationFacts,
  explainSections,
  type MessageExplanation,
  type WindowState,
} from "./explain-sections.ts";
import { messageForms, textOfEvent } from "./message-form.ts";

/** Why a message was sent: for the console's "why this reply?" and for `banter why`. */
export async function explainMessage(
  deps: Pick<Deps, "db" | "channels">,
  pageId: string,
  messageId: number,
  language: "en" | "vi",
): Promise<MessageExplanation> {
  const { db } = deps;
  const [page, reason] = await Promise.all([findPage(db, pageId), findReason(db, pageId, messageId)]);
  if (!page || !reason) throw notFound("message");
  const attempts = attemptsOf(reason, await listAttempts(db, pageId, messageId));
  const window = windowOf(deps, reason);
  const keywords = await listKeywords(db, pageId);
  const explained: ExplanationFacts = {
    reason,
    attempts,
    window,
    keywords,
    zone: page.timezone,
    names: { ...(await namesOf(deps, pageId, keywords)), ...(await stepNamesOf(deps, pageId, reason)) },
  };
  const [message] = messageForms([reason]);
  if (!message) throw notFound("message");
  const { cause, causedAt, trace } = reason;
  return {
    message,
    event: { at: causedAt ?? reason.at, type: cause?.type ?? "unknown", text: cause ? textOfEvent(cause) : "" },
    trace: trace as MessageExplanation["trace"],
    why: explainWhy(whyFacts(reason, explained.names), language),
    sections: explainSections(explained, language),
    window: { rule: window.rule, was_open: window.wasOpen },
    attempts: attempts.map(({ at, answeredAt, outcome, answer }) => ({ at, answered_at: answeredAt, outcome, answer })),
  };
}

const whyFacts = ({ cause, trace, flowId, flowName }: Reason, names: TraceNames): WhyFacts => ({
  cause: cause?.type ?? null,
  text: cause ? textOfEvent(cause) : "",
  trace,
  flow: flowId === null || flowName === null ? null : { id: flowId, name: flowName },
  sequence: flowId === null ? undefined : names.sequence?.(flowId),
  keyword: (id) => names.keyword?.(id),
});

/** A message without logged attempts was sent at the first one, is under way, or needs no platform. */
function attemptsOf({ attempts, sentAt, at, status }: Reason, logged: LoggedAttempt[]): LoggedAttempt[] {
  if (logged.length > 0 || attempts === 0 || status === "failed") return logged;
  const isSent = sentAt !== null;
  return [{ at: sentAt ?? at, answeredAt: sentAt, outcome: isSent ? "sent" : "unknown", answer: null }];
}

/** The rule that held for the message when its turn was taken. */
function windowOf({ channels }: Pick<Deps, "channels">, reason: Reason): WindowState {
  const { channel: type, content, messageTag, at, lastInputAt } = reason;
  const channel = channels[type];
  const window = channel?.outbound?.window ?? null;
  const hours = window === null ? 0 : Math.round(window.seconds / 3600);
  const title = channelFacts[type].title;
  if (window === null) return { rule: "none", wasOpen: null, hours, title, isStored: channel?.outbound === null };
  const silentSeconds = lastInputAt === null ? null : (at.getTime() - lastInputAt.getTime()) / 1000;
  const wasOpen = silentSeconds === null ? null : !isOutsideWindow(window, silentSeconds);
  const isFree = !needsWindow(content, messageTag);
  const rule = isFree ? (messageTag ? "tag" : "template") : "window";
  return { rule, wasOpen, hours, title, isStored: false };
}

/** The author's words for steps and exits, in the versions that the turn went through. */
async function stepNamesOf({ db }: Pick<Deps, "db">, pageId: string, { trace }: Reason): Promise<TraceNames> {
  const versions = new Map((trace?.visits ?? []).map(([flow, version]) => [flow, version]));
  const documents = new Map<number, unknown>();
  for (const [flow, version] of versions) documents.set(flow, await findVersion(db, pageId, flow, version));
  const stepOf = (id: string, flow: number | undefined): JsonObject | undefined => {
    const document = flow === undefined ? undefined : documents.get(flow);
    const steps = isObject(document) && isObject(document.steps) ? document.steps : {};
    const step = Object.hasOwn(steps, id) ? steps[id] : undefined;
    return isObject(step) ? step : undefined;
  };
  return {
    step: (id, flow) => {
      const words = stepWords(stepOf(id, flow));
      return words && `“${words}”`;
    },
    exit: (exit, id, flow) => exitWords(stepOf(id, flow), exit),
  };
}

/** Names for the ids in traces. */
async function namesOf(
  { db }: Pick<Deps, "db">,
  pageId: string,
  keywords: { id: number; name: string }[],
): Promise<TraceNames> {
  const nameIn = (things: { id: number; name: string }[]) => {
    const names = new Map(things.map(({ id, name }) => [id, name]));
    return (id: number) => names.get(id);
  };
  const [flows, tags, tools, sequences, rules] = await Promise.all([
    listFlowEntries(db, pageId),
    listTags(db, pageId),
    listTools(db, pageId),
    listSequenceNames(db, pageId),
    listRules(db, pageId),
  ]);
  return {
    ...{ flow: nameIn(flows), keyword: nameIn(keywords), tag: nameIn(tags), tool: nameIn(tools) },
    ...{ sequence: nameIn(sequences), rule: nameIn(rules) },
  };
}
