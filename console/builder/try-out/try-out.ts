import type { ModelCall } from "@banter/core/flow/ai/model-call.ts";
import { type Customer, newCustomer } from "@banter/core/flow/customer.ts";
import type { ParsedDocument } from "@banter/core/flow/document/document.ts";
import type { Attachment } from "@banter/core/flow/event.ts";
import { listPressables, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { withSecretNames } from "@banter/core/flow/render/secret-text.ts";
import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";
import type { ConversationState, Wait } from "@banter/core/flow/state.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { NeedsDocument, type PageSetup } from "@banter/core/flow/turn/page-setup.ts";
import { type SimulatedTurn, type Simulation, simulate } from "@banter/core/flow/turn/simulate.ts";
import type { Draft } from "../edit/draft.ts";
import { runnable } from "./runnable.ts";
import { seededRandom } from "./seeded-random.ts";

/** An action of the person who tests the flow. */
export type TryOutAction =
  | { type: "say"; text: string }
  /** A place, a form or an order; `text` stands for it in the chat. */
  | { type: "send"; text: string; attachment: Attachment }
  | { type: "press"; messageId: number; index: number }
  | { type: "answer"; answer: RequestAnswer }
  | { type: "advance"; to: number }
  | { type: "resume" };

export type ChatEntry =
  | { from: "customer"; text: string; at: number }
  | { from: "bot"; message: OutgoingMessage; messageId: number; at: number }
  | { from: "team"; text: string; at: number };

type TriedTurn = { at: number; cause: SimulatedTurn["event"]["type"]; trace: Trace; steps: string[] };

export type TryOut = {
  readonly chat: readonly ChatEntry[];
  readonly turns: readonly TriedTurn[];
  readonly now: number;
  readonly customer: Customer;
  /** The variables that the run was sent with. */
  readonly payload: Record<string, string>;
  readonly waitsFor: Wait["type"] | null;
  /** The step of this flow that the run waits at. */
  readonly step: string | null;
  readonly isPaused: boolean;
  /** The end of the first wait that ends by time. */
  readonly nextTimer: number | null;
  readonly request: { method: string; url: string; body?: string } | null;
  /** The call of an AI step that waits for its answer. */
  readonly modelCall: ModelCall | null;
};

type Start = {
  setup: Omit<PageSetup, "document">;
  flowId: number;
  name: string;
  draft: Draft;
  now: number;
  seed: number;
  customer?: Customer;
  /** The conversation so far. */
  state?: ConversationState;
  /** The document of a published version. */
  load: (flowId: number, version: number) => Promise<ParsedDocument | undefined>;
};

/** The version that a draft is run as. */
const draftVersion = 0;

/**
 * Runs a draft with the production engine in the browser. When a turn needs the document of another flow, it is loaded
 * and all actions are replayed: the engine is pure and the random numbers are seeded, so the result is the same.
 */
export async function startTryOut(
  start: Start,
): Promise<{ act: (action: TryOutAction) => Promise<TryOut>; view: TryOut }> {
  const documents = new Map<string, ParsedDocument | undefined>([
    [`${start.flowId}@${draftVersion}`, runnable(start.draft)],
  ]);
  const setup: PageSetup = {
    ...start.setup,
    flows: new Map(start.setup.flows).set(start.flowId, {
      name: start.name,
      version: draftVersion,
    }),
    document(flowId, version) {
      const key = `${flowId}@${version}`;
      if (!documents.has(key)) throw new NeedsDocument(flowId, version);
      return documents.get(key);
    },
  };
  const actions: TryOutAction[] = [];
  let conversation = await withDocuments(() => replay(start, setup, actions));

  /** Repeats the run until every document that it needs is loaded. */
  async function withDocuments(run: () => Conversation): Promise<Conversation> {
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!(error instanceof NeedsDocument)) throw error;
        const { flowId, version } = error;
        documents.set(`${flowId}@${version}`, await start.load(flowId, version));
      }
    }
  }

  return {
    async act(action) {
      actions.push(action);
      try {
        conversation = play(conversation, action);
      } catch (error) {
        if (!(error instanceof NeedsDocument)) throw error;
        conversation = await withDocuments(() => replay(start, setup, actions));
      }
      return viewOf(conversation, start.flowId);
    },
    view: viewOf(conversation, start.flowId),
  };
}

type Conversation = { simulation: Simulation; chat: ChatEntry[]; turns: TriedTurn[] };

function replay(start: Start, setup: PageSetup, actions: readonly TryOutAction[]): Conversation {
  const { now, seed, flowId, customer = newCustomer("web_1"), state } = start;
  const simulation = simulate({ setup, customer, ...(state && { state }), now, random: seededRandom(seed) });
  const begun = record({ simulation, chat: [], turns: [] }, () => [
    simulation.handle({ type: "send_flow", flowId, payload: {}, sendId: 0 }),
  ]);
  return actions.reduce(play, begun);
}

function play(conversation: Conversation, action: TryOutAction): Conversation {
  const { simulation } = conversation;
  const said = (text: string): Conversation => ({
    ...conversation,
    chat: [...conversation.chat, { from: "customer", text, at: simulation.now }],
  });
  switch (action.type) {
    case "say":
      return record(said(action.text), () => [simulation.say(action.text)]);
    case "send": {
      const attachments = [action.attachment];
      return record(said(action.text), () => [simulation.handle({ type: "message", text: "", attachments })]);
    }
    case "press": {
      const message = simulation.said[action.messageId];
      const item = message && listPressables(message)[action.index];
      if (!message || item?.type !== "press") return conversation;
      const { title, target } = item;
      const source = { type: "message" as const, messageId: action.messageId, index: action.index };
      const payload = message.variables && { payload: message.variables };
      return record(said(title), () => [simulation.handle({ type: "press", source, title, target, ...payload })]);
    }
    case "answer":
      return simulation.requests.length === 0
        ? conversation
        : record(conversation, () => [simulation.answer(action.answer)]);
    case "advance":
      return record(conversation, () => simulation.advanceTo(action.to));
    case "resume":
      return record(conversation, () => [simulation.handle({ type: "resume" })]);
  }
}

function record(conversation: Conversation, run: () => SimulatedTurn[]): Conversation {
  let messageId = conversation.simulation.said.length;
  // The timer of a wait that is over does nothing.
  const turns = run().filter(({ trace }) => trace.outcome !== "void");
  const chat = turns.flatMap(({ at, effects }) =>
    effects.flatMap((effect): ChatEntry[] => {
      if (effect.type === "say") return [{ from: "bot", message: effect.message, messageId: messageId++, at }];
      return effect.type === "notify" ? [{ from: "team", text: effect.text, at }] : [];
    }),
  );
  const tried = turns.map(({ at, event, trace }): TriedTurn => {
    const steps = (trace.visits ?? []).map(([, , step]) => step);
    return { at, cause: event.type, trace, steps };
  });
  return {
    ...conversation,
    chat: [...conversation.chat, ...chat],
    turns: [...conversation.turns, ...tried],
  };
}

function viewOf({ simulation, chat, turns }: Conversation, flowId: number): TryOut {
  const { now, customer, state, requests, timers } = simulation;
  const { main } = state;
  const [request] = requests;
  const waits = [main, ...state.sequences].flatMap((run) => (run ? [`${run.id}.${run.wait.turn}`] : []));
  const nextTimer =
    timers.find(({ event }) => event.type !== "timer" || waits.includes(`${event.runId}.${event.turn}`))?.at ?? null;
  return {
    chat,
    turns,
    now,
    customer,
    payload: main?.payload ?? {},
    waitsFor: main?.wait.type ?? null,
    step: main?.flowId === flowId ? main.step : null,
    isPaused: state.paused !== null,
    nextTimer,
    modelCall: request?.type === "model" ? request.call : null,
    request:
      request?.type === "request"
        ? {
            method: request.method,
            url: withSecretNames(request.url),
            ...(request.body !== undefined && { body: withSecretNames(request.body) }),
          }
        : null,
  };
}
