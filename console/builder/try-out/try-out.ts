import { type Customer, newCustomer } from "@banter/core/flow/customer.ts";
import type { ParsedDocument } from "@banter/core/flow/document/document.ts";
import type { RequestAnswer } from "@banter/core/flow/event.ts";
import { listPressables, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { Step } from "@banter/core/flow/steps/index.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { NeedsDocument, type PageSetup } from "@banter/core/flow/turn/page-setup.ts";
import { type SimulatedTurn, type Simulation, simulate } from "@banter/core/flow/turn/simulate.ts";
import type { Draft } from "../edit/draft.ts";

/** What whoever tries a flow out can do. */
export type Act =
  | { type: "say"; text: string }
  | { type: "press"; messageId: number; index: number }
  | { type: "answer"; answer: RequestAnswer }
  | { type: "advance"; to: number }
  | { type: "give_back" };

export type ChatEntry =
  | { from: "customer"; text: string; at: number }
  | { from: "bot"; message: OutgoingMessage; messageId: number; at: number }
  | { from: "team"; text: string; at: number };

export type TriedTurn = { at: number; cause: SimulatedTurn["event"]["type"]; trace: Trace; steps: string[] };

export type TryOut = {
  readonly chat: readonly ChatEntry[];
  readonly turns: readonly TriedTurn[];
  readonly now: number;
  readonly customer: Customer;
  /** The variables the run was sent with. */
  readonly payload: Record<string, string>;
  readonly waitsFor: "ask" | "delay" | "request" | null;
  /** Where the run of this flow waits. */
  readonly step: string | null;
  readonly isPaused: boolean;
  /** When the first wait ends by itself. */
  readonly nextTimer: number | null;
  readonly request: { method: string; url: string; body?: string } | null;
};

type Start = {
  setup: Omit<PageSetup, "document">;
  flowId: number;
  name: string;
  draft: Draft;
  now: number;
  seed: number;
  customer?: Customer;
  /** The document of a published version. */
  load: (flowId: number, version: number) => Promise<ParsedDocument | undefined>;
};

/** The version that a draft is run as. */
export const draftVersion = 0;

/**
 * The production engine, on a draft, in the browser. When a turn needs another flow's document, it is loaded and
 * everything done so far is done again: the engine is pure and the dice are the same, so that it goes the same way.
 */
export async function startTryOut(start: Start): Promise<{ do: (act: Act) => Promise<TryOut>; view: TryOut }> {
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
  const acts: Act[] = [];
  let scene = await complete(() => replay(start, setup, acts));

  async function complete(run: () => Scene): Promise<Scene> {
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
    async do(act) {
      acts.push(act);
      try {
        scene = play(scene, act);
      } catch (error) {
        if (!(error instanceof NeedsDocument)) throw error;
        scene = await complete(() => replay(start, setup, acts));
      }
      return viewOf(scene, start.flowId);
    },
    view: viewOf(scene, start.flowId),
  };
}

/** Steps that are not finished are left out: a run that comes to one fails there, and says so. */
export function runnable(draft: Draft): ParsedDocument {
  const steps = Object.entries(draft.steps).flatMap(([id, step]): [string, Step][] => {
    const parsed = Step.safeParse(step);
    return parsed.success ? [[id, parsed.data]] : [];
  });
  return { start: draft.start ?? "", steps: new Map(steps) };
}

export function unfinishedSteps(draft: Draft): string[] {
  const { steps } = runnable(draft);
  return Object.keys(draft.steps).filter((id) => !steps.has(id));
}

type Scene = { simulation: Simulation; chat: ChatEntry[]; turns: TriedTurn[] };

function replay(start: Start, setup: PageSetup, acts: readonly Act[]): Scene {
  const { now, seed, flowId, customer = newCustomer("web_1") } = start;
  const simulation = simulate({ setup, customer, now, random: dice(seed) });
  const begun = note({ simulation, chat: [], turns: [] }, () => [
    simulation.handle({ type: "send_flow", flowId, payload: {}, sendId: 0 }),
  ]);
  return acts.reduce((scene, act) => play(scene, act), begun);
}

function play(scene: Scene, act: Act): Scene {
  const { simulation } = scene;
  const said = (text: string): Scene => ({
    ...scene,
    chat: [...scene.chat, { from: "customer", text, at: simulation.now }],
  });
  switch (act.type) {
    case "say":
      return note(said(act.text), () => [simulation.say(act.text)]);
    case "press": {
      const message = simulation.said[act.messageId];
      const item = message && listPressables(message)[act.index];
      if (!message || item?.type !== "press") return scene;
      const { title, target } = item;
      const source = { type: "message" as const, messageId: act.messageId, index: act.index };
      const payload = message.variables && { payload: message.variables };
      return note(said(title), () => [simulation.handle({ type: "press", source, title, target, ...payload })]);
    }
    case "answer":
      return simulation.requests.length === 0 ? scene : note(scene, () => [simulation.answer(act.answer)]);
    case "advance":
      return note(scene, () => simulation.advanceTo(act.to));
    case "give_back":
      return note(scene, () => [simulation.handle({ type: "resume" })]);
  }
}

function note(scene: Scene, run: () => SimulatedTurn[]): Scene {
  let messageId = scene.simulation.said.length;
  // A timer that the flow has gone past does nothing, and is no news.
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
  return { ...scene, chat: [...scene.chat, ...chat], turns: [...scene.turns, ...tried] };
}

function viewOf({ simulation, chat, turns }: Scene, flowId: number): TryOut {
  const { now, customer, state, requests, timers } = simulation;
  const { main } = state;
  const [request] = requests;
  const waits = [main, ...state.sequences].flatMap((run) => (run ? [`${run.id}.${run.wait.turn}`] : []));
  const nextTimer = timers.find(({ runId, turn }) => waits.includes(`${runId}.${turn}`))?.at ?? null;
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
    request: request
      ? { method: request.method, url: request.url, ...(request.body !== undefined && { body: request.body }) }
      : null,
  };
}

/** mulberry32: the same throws for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
