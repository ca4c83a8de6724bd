import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ann, aPage } from "../../test/conversation.ts";
import { type AnyEvent, anyEvents, anyPage } from "../../test/random-flows.ts";
import type { Effect } from "../effect.ts";
import type { ConversationEvent } from "../event.ts";
import { limits } from "../limits.ts";
import { type ConversationState, newState, type Run } from "../state.ts";
import { timersOf } from "./simulate.ts";
import { type TurnInput, type TurnResult, takeTurn } from "./turn.ts";

test("every run of random flows and events is over once its timers have fired", () => {
  fc.assert(
    fc.property(anyPage, anyEvents, (page, events) => {
      const conversation = open(aPage(page));

      for (const event of events) conversation.take(event);
      conversation.passTime();

      assert.equal(conversation.state().main, null);
      assert.deepEqual(conversation.state().sequences, []);
    }),
    { numRuns: Number(process.env.RUNS ?? 150) },
  );
});

/** A sequence that waits before a step visits it, and takes it later. */
const maxVisits = limits.stepsPerTurn + limits.sequences;

type Timer = ReturnType<typeof timersOf>[number];
type Request = Extract<Effect, { type: "request" }>;

/** A conversation that checks every turn it takes. */
function open(setup: TurnInput["setup"]) {
  let now = Date.parse("2026-03-27T12:00Z");
  let customer: TurnInput["customer"] = { ...ann, timezone: "Europe/Berlin" };
  let state = newState();
  let timers: Timer[] = [];
  const requests: Request[] = [];

  function turn(event: ConversationEvent): void {
    const result = twice({ setup, customer, state, event, now });
    ({ customer, state } = result);
    assert.notEqual(result.trace.outcome, undefined);
    assert.deepEqual(JSON.parse(JSON.stringify(result)), result, "a turn's result is plain JSON");
    assert.ok(result.effects.length <= 2000);
    assert.ok((result.trace.visits?.length ?? 0) <= maxVisits);
    for (const effect of result.effects) {
      timers.push(...timersOf(effect));
      if (effect.type === "request") requests.push(effect);
    }
    const rulesRun = (result.trace.notes ?? []).flatMap((note) =>
      note.note === "rule" && note.did === "done" ? note.rule : [],
    );
    assert.equal(new Set(rulesRun).size, rulesRun.length, "a rule acts once in a turn");
    for (const run of runs())
      assert.equal(timers.filter((timer) => isOf(timer, run)).length, 1, "one live timer a wait");
    assert.ok(!state.handOver || state.paused, "a customer who waits for a person gets no bot");
    assert.ok(
      !state.isBlocked || (runs().length === 0 && !result.effects.some(isMessage)),
      "a blocked customer gets nothing",
    );
    timers = timers.filter(
      (timer) =>
        runs().some((run) => isOf(timer, run)) || isOfHandOver(timer, state) || timer.event.type === "rule_due",
    );
  }

  function runs(): Run[] {
    return state.main ? [state.main, ...state.sequences] : state.sequences;
  }

  function fire(timer: Timer): void {
    timers = timers.filter((other) => other !== timer);
    now = Math.max(now, timer.at);
    turn(timer.event);
  }

  const nextTimer = () => timers.toSorted((one, other) => one.at - other.at)[0];

  return {
    state: () => state,
    take(event: AnyEvent): void {
      if (event.type === "answer_next") {
        const request = requests.shift();
        if (request) turn({ type: "answer", runId: request.runId, turn: request.turn, answer: event.answer });
      } else if (event.type === "wait") {
        const until = now + event.seconds * 1000;
        for (let timer = nextTimer(); timer && timer.at <= until; timer = nextTimer()) fire(timer);
        now = until;
      } else turn(event);
    },
    /** Fires timers until none is left. A run continues by itself at most five hundred times. */
    passTime(): void {
      let fired = 0;
      for (let timer = nextTimer(); timer; timer = nextTimer()) {
        fire(timer);
        assert.ok(fired++ < 600, "it goes on for ever");
      }
    },
  };
}

const isOf = ({ event }: Timer, { id, wait }: Run) =>
  event.type === "timer" && event.runId === id && event.turn === wait.turn;

const isOfHandOver = ({ event }: Timer, { handOver }: ConversationState) =>
  event.type === "hand_over_timeout" && event.since === handOver?.since;

const isMessage = ({ type }: Effect) => type === "say" || type === "notify";

/** Checks that the same input gives the same result and is not changed. */
function twice(input: Omit<TurnInput, "random">): TurnResult {
  const { setup, customer, state, event, now } = input;
  for (const part of [customer, state, event]) freeze(part);
  const take = () => takeTurn({ setup, customer, state, event, now, random: draws(now + state.turn) });
  const result = take();
  assert.deepEqual(take(), result);
  return result;
}

function draws(start: number): () => number {
  let drawn = start;
  return () => {
    drawn = (drawn * 48_271 + 11) % 2_147_483_647;
    return drawn / 2_147_483_647;
  };
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const item of Object.values(value)) freeze(item);
}
