import { isBlank } from "../../model/text.ts";
import { answers } from "../answers/index.ts";
import { cutValue } from "../record-trace.ts";
import type { RequestAnswer } from "../request-answer.ts";
import type { StepContext } from "../steps/context.ts";
import { leave, type StepAction, type StepOutcome, wait } from "../steps/outcome.ts";
import type { ModelNote } from "../trace.ts";
import { cutAnswer } from "./cut-answer.ts";
import type { AiMemory } from "./memory.ts";
import { hasFacts, type ModelCall, maxResultLength, maxRounds, maxWords } from "./model-call.ts";
import { type CallFacts, ModelReply } from "./model-reply.ts";
import type { AiSettings } from "./settings.ts";
import { specOf } from "./step-tools.ts";
import { roundOf, type UsedTool, useTools } from "./use-tools.ts";

type Context = StepContext<AiSettings>;

/** The call itself times out sooner. This limit is for an answer that is lost on its way to the run. */
const maxWaitMs = 300_000;

/**
 * Runs an AI step: asks the model, decides about what it proposes, and asks again while it uses tools. A pure function:
 * the call is an effect, and its answer comes back as mail.
 */
export function runAi(context: Context): StepOutcome {
  const { cause, memory } = context;
  const asked: Asked = { turns: memory?.turns ?? 0, rounds: [], words: 1 };
  switch (cause.type) {
    case "reached":
      return askModel(context, asked);
    case "reply":
      return cause.value === undefined ? listen(context, asked.turns) : askModel(context, asked);
    case "timer":
      if (memory?.waitsFor === "customer") return leave("answered");
      if (memory?.waitsFor === "tool") return endTool(context, memory, { ok: false, reason: "timeout" });
      return failed(context, "timeout");
    case "answer":
      if (memory?.waitsFor === "tool") return endTool(context, memory, cause.answer);
      return decide(context, memory ?? { waitsFor: "model", ...asked }, cause.answer);
  }
}

type Asked = Pick<AiMemory, "turns" | "rounds" | "words" | "dropped">;

function askModel(context: Context, asked: Asked, ...actions: StepAction[]): StepOutcome {
  const { step, now, fill } = context;
  if (step.model_id === null) return failed(context, "model_missing");
  const call: ModelCall = {
    modelId: step.model_id,
    instructions: fill(step.instructions, "prompt"),
    language: step.language ?? null,
    maxLength: step.max_length,
    history: step.history,
    words: asked.words,
    knowledge: step.knowledge && { sources: sourcesOf(step.knowledge), threshold: step.knowledge.threshold },
    tools: step.tools.map(specOf),
    intents: step.intents,
    fields: step.save.map(({ field, accept, description }) => ({ name: field, accept, description })),
    rounds: asked.rounds,
  };
  const waiting = wait("answer", now + maxWaitMs, ...actions, { type: "call_model", call });
  return { ...waiting, memory: { waitsFor: "model", ...asked } };
}

/** The id of no source. */
const noSource = 0;

/** None means all of them. A choice of which nothing is left is no permission for the others. */
function sourcesOf({ sources }: NonNullable<AiSettings["knowledge"]>): number[] {
  const ids = sources.flatMap(({ source_id }) => source_id ?? []);
  return sources.length > 0 && ids.length === 0 ? [noSource] : ids;
}

/** The next call about the same question, which has grown by the words that have come since. */
const askedMore = ({ turns, rounds, words, behind = 0, dropped }: AiMemory): Asked => ({
  ...{ turns, rounds, words: Math.min(words + behind, maxWords) },
  ...(dropped !== undefined && { dropped }),
});

/** Waits for the customer's next words. */
function listen({ step, now }: Context, turns: number, ...actions: StepAction[]): StepOutcome {
  const seconds = step.stay?.no_reply_seconds ?? 0;
  return {
    ...wait("reply", now + seconds * 1000, ...actions),
    memory: { waitsFor: "customer", turns, rounds: [], words: 0 },
  };
}

/** The other server has answered a tool call, or has not: the model is told, as data. */
function endTool(context: Context, memory: AiMemory, answer: RequestAnswer): StepOutcome {
  const { open, rounds } = memory;
  if (!open) return failed(context, "malformed");
  const result = answer.ok ? answer.body.slice(0, maxResultLength) : `The service has not answered: ${answer.reason}.`;
  // Also "there is no such order" is an answer, a server's own failure is none.
  const has_facts = answer.ok && answer.status < 500;
  const calls = open.calls.map((call, index) => (index === open.at ? { ...call, result, has_facts } : call));
  return askModel(context, { ...askedMore(memory), rounds: [...rounds, { calls }] });
}

function decide(context: Context, memory: AiMemory, answer: RequestAnswer): StepOutcome {
  if (!answer.ok) return failed(context, answer.reason, answer.facts);
  const reply = readReply(answer.body);
  if (!reply) return failed(context, "malformed");
  const isFinal = reply.text !== null || reply.intent !== null || !reply.is_sure;
  if (isFinal && isOutdated(memory, reply)) return askAgain(context, memory, reply.facts);
  const used = useTools(context, reply.tool_calls).map((tool) => (isFinal ? withoutAsking(tool) : tool));
  const end = used.find((tool) => tool.end);
  const tools = used.map(({ call, verdict }): [string, string] => [cutValue(call.name), verdict]);
  const cites = reply.cites.filter((id) => reply.facts.passages.some((passage) => passage.id === id));
  const more = { ...(tools.length > 0 && { tools }), ...(cites.length > 0 && { cites }) };
  const note: Note = (did) => noted(context, reply.facts, { did, ...more });
  const actions = used.flatMap((tool) => tool.actions);
  if (end?.end) return leaveByTool(context, memory, { reply: { ...reply, cites }, actions, end: end.end, note });
  if (isFinal) return finish(context, memory, { reply: { ...reply, cites }, before: actions, note });
  return goOn(context, memory, { used, actions, note });
}

/** Answers in a row that a customer who goes on writing can make void. */
const maxDropped = 2;

/** The customer has written more, and the model has done nothing yet that this answer belongs to. */
const isOutdated = ({ behind, dropped = 0 }: AiMemory, { tool_calls }: Reply) =>
  behind !== undefined && dropped < maxDropped && tool_calls.length === 0;

/** Asks for one answer to all that the customer has written, instead of sending one to half of it. */
function askAgain(context: Context, memory: AiMemory, facts: CallFacts): StepOutcome {
  const asked = { ...askedMore(memory), dropped: (memory.dropped ?? 0) + 1 };
  return askModel(context, asked, noted(context, facts, { did: "dropped" }));
}

/** Notes the call in the trace, once it is clear what came of it. */
type Note = (did: ModelNote["did"]) => StepAction;

function failed(context: Context, reason: string, facts: CallFacts = noFacts): StepOutcome {
  return { ...leave("failed", noted(context, facts, { did: "failed", why: reason })), reason };
}

const noFacts: CallFacts = { model: "", input_tokens: 0, output_tokens: 0, cost: 0, ms: 0, passages: [] };

type Reply = ModelReply;

function readReply(body: string): Reply | undefined {
  try {
    return ModelReply.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** The model has answered already: it does not wait for another server. */
function withoutAsking(tool: UsedTool): UsedTool {
  if (!tool.actions.some(({ type }) => type === "call")) return tool;
  return { ...tool, verdict: "not_needed", actions: [] };
}

/** The model has started a flow or asked for a person. It may say a word before that, by the rules of an answer. */
function leaveByTool(
  { step }: Context,
  memory: AiMemory,
  { reply, actions, end, note }: { reply: Reply; actions: StepAction[]; end: NonNullable<UsedTool["end"]>; note: Note },
): StepOutcome {
  if (end.type !== "end") return { actions: [note("routed"), ...actions], next: end };
  const { text, is_sure } = reply;
  const maySay = is_sure && isFounded(step, memory, reply);
  const words = maySay && text !== null && !isBlank(text) ? [said(text, step)] : [];
  return { actions: [...words, note("handed_over"), ...actions], next: end, reason: "handed_over" };
}

/** The model has used tools and not answered yet: it is asked again, with the results. */
function goOn(
  context: Context,
  memory: AiMemory,
  { used, actions, note }: { used: UsedTool[]; actions: StepAction[]; note: Note },
): StepOutcome {
  const { rounds } = memory;
  if (used.length === 0) return { ...leave("failed", note("failed"), ...actions), reason: "malformed" };
  if (rounds.length >= maxRounds)
    return { ...leave("failed", note("failed"), ...withoutCalls(actions)), reason: "too_many_rounds" };
  const round = roundOf(used);
  const at = used.findIndex((tool) => tool.actions.some(({ type }) => type === "call"));
  if (at < 0) return askModel(context, { ...askedMore(memory), rounds: [...rounds, round] }, note("tools"), ...actions);
  const waiting = wait("answer", context.now + maxToolMs, note("tools"), ...actions);
  return { ...waiting, memory: { ...memory, waitsFor: "tool", open: { ...round, at } } };
}

const withoutCalls = (actions: StepAction[]) => actions.filter(({ type }) => type !== "call");

/** As long as a request step waits. */
const maxToolMs = 60_000;

function finish(
  context: Context,
  memory: AiMemory,
  { reply, before, note }: { reply: Reply; before: StepAction[]; note: Note },
): StepOutcome {
  const { step } = context;
  const actions = [...before, ...savedFields(context, reply.fields)];
  const intent = step.intents.find(({ id }) => id === reply.intent);
  if (intent) return leave(intent.id, note("routed"), ...actions);
  const unsure = (reason: string): StepOutcome => ({ ...leave("unsure", note("unsure"), ...actions), reason });
  if (!reply.is_sure) return unsure(step.knowledge && reply.facts.passages.length === 0 ? "nothing_known" : "not_sure");
  if (reply.text === null || isBlank(reply.text))
    return { ...leave("failed", note("failed"), ...actions), reason: "malformed" };
  if (!isFounded(step, memory, reply)) return unsure("not_cited");
  const kept = step.save_to === undefined ? [] : [{ type: "save" as const, field: step.save_to, value: reply.text }];
  const done = [said(reply.text, step), note("answered"), ...actions, ...kept];
  const turns = memory.turns + 1;
  if (step.stay && turns >= step.stay.max_turns) return leave("answered", ...done);
  // Each of these calls takes new words of the customer, so that they end.
  if (memory.behind) return askModel(context, { turns, rounds: [], words: memory.behind }, ...done);
  return step.stay ? listen(context, turns, ...done) : leave("answered", ...done);
}

/** With knowledge, words come from a passage that the model was shown, or from facts that a tool has told. */
const isFounded = ({ knowledge }: AiSettings, { rounds }: AiMemory, { cites }: Reply) =>
  !knowledge || cites.length > 0 || hasFacts(rounds);

const said = (text: string, { max_length }: AiSettings): StepAction => ({
  type: "say_words",
  text: cutAnswer(text, max_length),
});

/** Values are read as the answers to a question are. One that does not fit is left out. */
function savedFields({ step, reading, fits }: Context, fields: Record<string, string>): StepAction[] {
  return step.save.flatMap(({ field, accept }): StepAction[] => {
    const given = Object.hasOwn(fields, field) ? (fields[field] ?? "") : "";
    if (isBlank(given)) return [];
    const value = answers[accept](given, reading());
    if (value === undefined || !fits(field, value)) return [{ type: "skip", what: "value_unfit", name: field }];
    return [{ type: "save", field, value }, ...(accept === "phone" ? [{ type: "count_phone" as const }] : [])];
  });
}

/** Longest instructions in a trace. */
const maxInstructions = 1000;

function noted(
  { step, fill }: Context,
  facts: CallFacts,
  more: Partial<ModelNote> & Pick<ModelNote, "did">,
): StepAction {
  const { model, input_tokens: input, output_tokens: output, cost, ms } = facts;
  const passages = facts.passages.map(({ id, source, heading, score, url }) => ({
    ...{ id, source: cutValue(source), heading: cutValue(heading), score: Math.round(score * 1000) / 1000 },
    ...(url !== null && { url }),
  }));
  return {
    type: "note_model",
    note: {
      ...{ model, input, output, cost, ms },
      instructions: fill(step.instructions, "prompt").slice(0, maxInstructions).toWellFormed(),
      ...(passages.length > 0 && { passages }),
      ...more,
    },
  };
}
