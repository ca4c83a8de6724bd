import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, aPage, type PageCase } from "../../test/conversation.ts";
import type { Customer } from "../customer.ts";
import { limits } from "../limits.ts";
import { renderContent } from "../render/render.ts";
import { newState } from "../state.ts";
import { simulate } from "./simulate.ts";

// Documents that would keep the engine busy for long or make it send too much. The tests assert the reason with which
// the run fails: the engine has no clock, its limits count work.

const now = Date.parse("2026-06-01T12:00Z");
const range = (length: number) => Array.from({ length }, (_, index) => index);

/** A text of the maximum length of a field that is the slowest to compare: letters with many combining marks. */
const marked = `e${"\u0301\u0302\u0303".repeat(9)}`.repeat(400).slice(0, limits.textLength);
const accented = "Đơn hàng “ở đâu”… ".repeat(600).slice(0, limits.textLength);

type Steps = NonNullable<PageCase["flows"]>[string];

/** A chain of steps: all exits of each lead to the next. */
function chain(length: number, step: Steps[string], exits: string[] = []): Steps {
  const next = (to: string | null) => (exits.length > 0 ? Object.fromEntries(exits.map((exit) => [exit, to])) : to);
  return Object.fromEntries(
    range(length).map((at) => [`s${at}`, { ...step, next: next(at + 1 < length ? `s${at + 1}` : null) }]),
  );
}

function start(steps: Steps, { customer = {}, ...page }: PageCase & { customer?: Partial<Customer> } = {}) {
  const setup = aPage({ ...page, flows: { 1: steps } });
  const conversation = simulate({ setup, customer: { ...ann, ...customer }, now, random: () => 0 });
  const { trace, effects } = conversation.handle({ type: "send_flow", flowId: 1, payload: {}, sendId: 1 });
  const failed = trace.notes?.find(({ note }) => note === "failed");
  return { conversation, effects, visits: trace.visits?.length, reason: failed && "reason" in failed && failed.reason };
}

const tenMessages = { type: "message", content: { messages: range(10).map(() => ({ type: "text", text: "Hi" })) } };

test("a turn may send a hundred messages", () => {
  const { effects, reason } = start(chain(10, tenMessages));

  assert.deepEqual([effects.length, reason], [100, undefined]);
});

test("a run that sends more messages fails, and the messages so far are sent", () => {
  const three = { ...tenMessages, content: { messages: tenMessages.content.messages.slice(0, 3) } };
  const { effects, visits, reason, conversation } = start(chain(95, three));

  assert.deepEqual([effects.length, visits, reason], [100, 34, "too_many_messages"]);
  assert.ok(effects.every(({ type }) => type === "say"));
  assert.equal(conversation.state.main, null);
});

test("a loop that sends too much fails, and the customer gets its first round", () => {
  const round = { ...chain(3, tenMessages), s2: { type: "goto", flow_id: 1 } };
  const { effects, reason } = start(round);

  assert.deepEqual([effects.length, reason], [20, "too_many_messages"]);
});

test("sequences of a turn share its messages", () => {
  const setup = aPage({
    flows: {
      1: {
        a: { type: "action", actions: [{ action: "start_sequence", flow_id: 2 }], next: "s0" },
        ...chain(7, tenMessages),
      },
      2: chain(7, tenMessages),
    },
  });
  const conversation = simulate({ setup, customer: ann, now, random: () => 0 });

  const { effects } = conversation.handle({ type: "send_flow", flowId: 1, payload: {}, sendId: 1 });

  assert.equal(effects.length, 100);
  assert.deepEqual([conversation.state.main, conversation.state.sequences], [null, []]);
});

test("a notice to the team counts as a message", () => {
  const actions = range(20).map(() => ({ action: "notify", text: "Look" }));
  const { effects, reason } = start(chain(100, { type: "action", actions }));

  assert.deepEqual([effects.length, reason], [100, "too_many_messages"]);
});

const rules = (operator: string, value: string) =>
  range(20).map(() => ({ type: "field", field: "address", operator, value }));

for (const operator of ["contains", "not_contains", "begins", "ends", "equals", "not_equals", "greater", "less"]) {
  for (const [what, text] of Object.entries({ marked, accented })) {
    test(`conditions by ${operator} on ${what} texts fail the run when they are too much work`, () => {
      const condition = { type: "condition", match: "any", rules: rules(operator, "{{user_last_name}}") };
      const customer = { address: text, lastName: text.slice(0, -5) };
      const { visits = 0, reason } = start(chain(100, condition, ["yes", "no"]), { customer });

      assert.equal(reason, "too_much_work");
      assert.ok(visits < 20, `${visits} steps`);
    });
  }
}

test("conditions on dates fail the run when they are too much work", () => {
  const condition = { type: "condition", match: "all", rules: rules("greater", "2026-06-01T10:00") };
  const { visits = 0, reason } = start(chain(100, condition, ["yes", "no"]), { customer: { address: "2026-06-01" } });

  assert.equal(reason, "too_much_work");
  assert.ok(visits >= 20, `${visits} steps`);
});

test("a hundred conditions on what customers really have are not too much work", () => {
  const condition = {
    type: "condition",
    match: "all",
    rules: [
      ...rules("contains", "Nguyễn {{user_last_name}}").slice(0, 10),
      ...range(5).map(() => ({ type: "time", hours: [{ days: ["mon"], from: "08:00", to: "17:00" }] })),
    ],
  };
  const customer = { address: "12 Đường Nguyễn Trãi, Quận 5, Thành phố Hồ Chí Minh".normalize("NFD") };
  const { visits, reason } = start(chain(100, condition, ["yes", "no"]), { customer });

  assert.deepEqual([visits, reason], [100, undefined]);
});

for (const type of ["text", "number", "boolean", "date"] as const) {
  test(`setting a ${type} field to long texts fails the run when it is too much work`, () => {
    const actions = range(20).map(() => ({ action: "set_custom_field", action_id: 1, action_value: "{{address}}" }));
    const { visits = 0, reason } = start(chain(100, { type: "action", actions }), {
      fields: { size: type },
      customer: { address: accented },
    });

    assert.equal(reason, "too_much_work");
    assert.ok(visits < 20, `${visits} steps`);
  });
}

test("cards filled with long texts fail the run when they are too much work", () => {
  const card = { title: "{{address}}", subtitle: "{{address}}", image_url: "https://example.com/{{address}}" };
  const messages = range(10).map(() => ({ type: "cards", elements: range(10).map(() => card) }));
  const address = "x".repeat(9000);
  const { effects, reason } = start(chain(25, { type: "message", content: { messages } }), { customer: { address } });

  assert.equal(reason, "too_much_work");
  assert.ok(effects.length < 30, `${effects.length} messages`);
});

test("filling stops once a text has grown too long", () => {
  let asked = 0;
  const customer = {
    ...ann,
    get address() {
      asked++;
      return accented;
    },
  };
  const setup = aPage({});
  const content = { messages: [{ type: "image" as const, url: `https://example.com/${"{{address}}".repeat(170)}` }] };

  const { messages, unsendable } = renderContent(content, { setup, customer, now, random: () => 0, payload: {} });

  assert.deepEqual([messages, unsendable], [[], [{ index: 0, reason: "text_too_long" }]]);
  assert.ok(asked < 10, `${asked} values`);
});

test("a long text is no answer to a choice, however many runs wait for one", () => {
  const ask = { ask: "Which?", accept: "choice", choices: ["{{address}}"], retries: 0 };
  const setup = aPage({ flows: { 1: { q: ask } }, keywords: { hello: 1 } });
  const run = (id: number) => ({
    ...{ id, flowId: 1, version: 1, step: "q", payload: {}, stack: [], sendId: null },
    wait: {
      type: "ask" as const,
      turn: 0,
      refused: 0,
      choices: range(11).map((at) => `${at}${marked}`.slice(0, 10_000)),
    },
  });
  const sequences = range(25).map((at) => ({ ...run(at + 2), sequenceFlowId: at + 2 }));
  const state = { ...newState(), isKnown: true, main: run(1), sequences };
  const conversation = simulate({ setup, customer: ann, state, now, random: () => 0 });

  const { trace } = conversation.say(marked);

  assert.equal(trace.outcome, "gave_up");
});
