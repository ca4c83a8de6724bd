import type { Customer } from "../customer.ts";
import type { ConversationEvent } from "../event.ts";
import { eventTraits } from "../event-traits.ts";
import { listPressables, type OutgoingMessage } from "../outgoing.ts";
import type { RequestAnswer } from "../request-answer.ts";
import { type ConversationState, newState } from "../state.ts";
import { anyReach } from "./audience/customer-facts.ts";
import type { Reach } from "./open-turn.ts";
import type { PageSetup } from "./page-setup.ts";
import { type TurnResult, takeTurn } from "./turn.ts";

/** A conversation in memory with its own clock: for tests, the command line and the console's test drawer. */
export type Simulation = {
  readonly customer: Customer;
  readonly state: ConversationState;
  readonly now: number;
  /** Every message sent to the customer. */
  readonly said: readonly OutgoingMessage[];
  /** Timers that are not due yet, including void ones, earliest first. */
  readonly timers: readonly Due[];
  /** Requests and calls of models without an answer, oldest first. */
  readonly requests: readonly Effect<"request" | "model">[];
  handle: (event: ConversationEvent) => SimulatedTurn;
  say: (text: string) => SimulatedTurn;
  /** Presses the button or quick reply with this title in the newest message that has one. */
  press: (title: string) => SimulatedTurn;
  /** Answers the oldest request. */
  answer: (answer: RequestAnswer) => SimulatedTurn;
  /** Moves the clock forward to an instant (epoch milliseconds) and fires the timers due by then, in order. */
  advanceTo: (instant: number) => SimulatedTurn[];
};

export type SimulatedTurn = Pick<TurnResult, "effects" | "trace"> & { at: number; event: ConversationEvent };

type Effect<Type> = Extract<TurnResult["effects"][number], { type: Type }>;
type Due = {
  at: number;
  event: Extract<ConversationEvent, { type: "timer" | "hand_over_timeout" }> | Effect<"postpone">["event"];
};

export function simulate(start: {
  setup: PageSetup;
  customer: Customer;
  state?: ConversationState;
  now: number;
  random: () => number;
  /** Left out, the customer can be reached at any time. */
  reach?: Reach | undefined;
  /** When the customer came to the page. Left out, now. */
  firstSeenAt?: number | undefined;
}): Simulation {
  const { setup, random, reach, firstSeenAt = start.now } = start;
  let lastInputAt = reach?.lastInputAt ?? null;
  let { customer, now, state = newState() } = start;
  const said: OutgoingMessage[] = [];
  const timers: Due[] = [];
  const requests: Effect<"request" | "model">[] = [];

  function handle(event: ConversationEvent): SimulatedTurn {
    const reachNow = { ...(reach ?? anyReach), lastInputAt };
    const result = takeTurn({ setup, customer, state, event, now, random, reach: reachNow, firstSeenAt });
    ({ customer, state } = result);
    if (eventTraits[event.type].isInput) lastInputAt = now;
    for (const effect of result.effects) {
      if (effect.type === "say") said.push(effect.message);
      timers.push(...timersOf(effect));
      if (effect.type === "request" || effect.type === "model") requests.push(effect);
    }
    timers.sort((one, other) => one.at - other.at);
    return { at: now, event, effects: result.effects, trace: result.trace };
  }

  return {
    get customer() {
      return customer;
    },
    get state() {
      return state;
    },
    get now() {
      return now;
    },
    said,
    timers,
    requests,
    handle,
    say: (text) => handle({ type: "message", text }),
    press(title) {
      for (const [messageId, message] of [...said.entries()].reverse()) {
        const index = listPressables(message).findIndex((item) => item.type === "press" && item.title === title);
        const item = listPressables(message)[index];
        if (item?.type !== "press") continue;
        const payload = message.variables && { payload: message.variables };
        return handle({
          type: "press",
          source: { type: "message", messageId, index },
          title,
          target: item.target,
          ...payload,
        });
      }
      throw new Error(`Nothing called ${title} can be pressed.`);
    },
    answer(answer) {
      const request = requests.shift();
      if (!request) throw new Error("No request waits for an answer.");
      return handle({ type: "answer", runId: request.runId, turn: request.turn, answer });
    },
    advanceTo(instant) {
      const turns: SimulatedTurn[] = [];
      for (let [next] = timers; next && next.at <= instant; [next] = timers) {
        timers.shift();
        now = Math.max(now, next.at);
        turns.push(handle(next.event));
      }
      now = Math.max(now, instant);
      return turns;
    },
  };
}

/** The events that an effect puts off. */
export function timersOf(effect: TurnResult["effects"][number]): Due[] {
  if (effect.type === "set_timer")
    return [{ at: effect.at, event: { type: "timer", runId: effect.runId, turn: effect.turn } }];
  if (effect.type === "postpone") return [effect];
  if (effect.type !== "hand_over" || effect.until === null) return [];
  return [{ at: effect.until, event: { type: "hand_over_timeout", since: effect.since } }];
}
