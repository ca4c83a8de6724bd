import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDocument } from "@banter/core/flow/document/document.ts";
import { explainTrace } from "@banter/core/flow/explain/explain-trace.ts";
import { aPage } from "@banter/core/test/conversation.ts";
import { type Draft, readDraft } from "../edit/draft.ts";
import { unfinishedSteps } from "./runnable.ts";
import { startTryOut, type TryOut } from "./try-out.ts";

const say = (text: string, more: object = {}) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  ...more,
});

function aTryOut(steps: Record<string, object>, others: Record<string, object> = {}) {
  const draft: Draft = readDraft({ start: Object.keys(steps)[0], steps });
  const loaded: string[] = [];
  const setup = aPage({});
  const flows = new Map(Object.keys(others).map((id) => [Number(id), { name: `Other ${id}`, version: 3 }]));
  const started = startTryOut({
    setup: { ...setup, flows },
    flowId: 1,
    name: "Tried",
    draft,
    now: 0,
    seed: 7,
    load: async (flowId, version) => {
      loaded.push(`${flowId}@${version}`);
      return parseDocument(others[flowId]);
    },
  });
  return { started, loaded };
}

const texts = ({ chat }: TryOut) =>
  chat.map((entry) =>
    entry.from === "bot" ? (entry.message.type === "text" ? entry.message.text : "?") : `> ${entry.text}`,
  );

const wordsOf = ({ turns }: TryOut) => turns.flatMap(({ trace }) => explainTrace(trace)).join(" ");

test("a draft asks, saves the answer, waits, and continues when the wait is skipped", async () => {
  const { started } = aTryOut({
    hi: say("Hello", { next: "name" }),
    name: {
      type: "ask",
      content: { messages: [{ type: "text", text: "Your name?" }] },
      accept: "text",
      save_to: "user_first_name",
      next: { answered: "wait" },
    },
    wait: { type: "delay", seconds: 3600, next: "bye" },
    bye: say("Bye {{user_first_name}}"),
  });
  const run = await started;
  assert.deepEqual(texts(run.view), ["Hello", "Your name?"]);
  assert.equal(run.view.step, "name");

  const waiting = await run.act({ type: "say", text: "Ann" });
  assert.equal(waiting.waitsFor, "delay");
  assert.equal(waiting.nextTimer, 3_600_000);
  assert.equal(waiting.customer.firstName, "Ann");

  const done = await run.act({ type: "advance", to: waiting.nextTimer ?? 0 });
  assert.deepEqual(texts(done), ["Hello", "Your name?", "> Ann", "Bye Ann"]);
  assert.equal(done.step, null);
  assert.deepEqual(done.turns.at(-1)?.steps, ["wait", "bye"]);
  assert.match(wordsOf(done), /came to its end/);
});

test("a place answers a question", async () => {
  const { started } = aTryOut({
    where: {
      type: "ask",
      content: { messages: [{ type: "text", text: "Where?" }], quick_replies: [{ type: "location" }] },
      accept: "location",
      save_to: "address",
      next: { answered: "bye" },
    },
    bye: say("At {{address}}"),
  });
  const run = await started;
  const attachment = { type: "location" as const, latitude: 21, longitude: 105.5 };

  const done = await run.act({ type: "send", text: "Location", attachment });

  assert.deepEqual(texts(done), ["Where?", "> Location", "At 21,105.5"]);
});

test("a button leads to its step, also in an earlier message", async () => {
  const { started } = aTryOut({
    hi: {
      type: "message",
      content: { messages: [{ type: "text", text: "Hi", buttons: [{ type: "step", title: "More", step: "more" }] }] },
      next: "on",
    },
    on: say("And on"),
    more: say("More of it"),
  });
  const run = await started;

  const pressed = await run.act({ type: "press", messageId: 0, index: 0 });

  assert.deepEqual(texts(pressed), ["Hi", "And on", "> More", "More of it"]);
});

test("the response of a request is entered by hand", async () => {
  const { started } = aTryOut({
    call: {
      type: "request",
      method: "GET",
      url: "https://api.example.com/x",
      save: [{ path: "/name", field: "user_first_name" }],
      next: { ok: "yes", failed: "no" },
    },
    yes: say("It is {{user_first_name}}"),
    no: say("Sorry"),
  });
  const run = await started;
  assert.deepEqual(run.view.request, { method: "GET", url: "https://api.example.com/x" });

  const answered = await run.act({ type: "answer", answer: { ok: true, status: 200, body: '{"name":"Lan"}' } });

  assert.deepEqual(texts(answered), ["It is Lan"]);
  assert.equal(answered.request, null);
});

test("another flow is loaded when the run reaches it, and the conversation is replayed", async () => {
  const { started, loaded } = aTryOut(
    {
      ask: { type: "ask", content: say("Go?").content, accept: "text", next: { answered: "go" } },
      go: { type: "goto", flow_id: 2 },
    },
    { 2: { version: 1, start: "a", steps: { a: say("Here") } } },
  );
  const run = await started;
  assert.deepEqual(loaded, []);

  const there = await run.act({ type: "say", text: "yes" });

  assert.deepEqual(loaded, ["2@3"]);
  assert.deepEqual(texts(there), ["Go?", "> yes", "Here"]);
});

test("unfinished steps do not prevent a test of the others", async () => {
  const { started } = aTryOut({ hi: say("Hi", { next: "bad" }), bad: { type: "ask" } });

  const { view } = await started;

  assert.deepEqual(texts(view), ["Hi"]);
  assert.match(wordsOf(view), /there is no such step/);
});

test("a message to the team and a pause of the bot are shown, and the bot can be resumed", async () => {
  const { started } = aTryOut({
    help: { type: "action", actions: [{ action: "notify", text: "Needs help" }, { action: "hand_over" }], next: null },
  });
  const run = await started;
  assert.equal(run.view.isPaused, true);
  assert.deepEqual(texts(run.view), ["> Needs help"]);

  const resumed = await run.act({ type: "resume" });

  assert.equal(resumed.isPaused, false);
});

test("pressing a button that is not there changes nothing", async () => {
  const { started } = aTryOut({ hi: say("Hi") });
  const run = await started;

  const after = await run.act({ type: "press", messageId: 0, index: 5 });

  assert.deepEqual(texts(after), ["Hi"]);
  assert.equal(after.turns.length, 1);
});

test("the same seed gives the same conversation", async () => {
  const branches = Array.from({ length: 8 }, (_, index) => ({ id: `b${index}`, weight: 1 }));
  const next = Object.fromEntries(branches.map(({ id }) => [id, id]));
  const steps = {
    split: { type: "split", branches, next },
    ...Object.fromEntries(branches.map(({ id }) => [id, say(id)])),
  };

  const [one, other] = await Promise.all([aTryOut(steps).started, aTryOut(steps).started]);

  assert.deepEqual(texts(one.view), texts(other.view));
});

test("unfinished steps are listed", () => {
  const draft = readDraft({ steps: { hi: say("Hi"), bad: { type: "ask" }, odd: { type: "nothing" } } });

  assert.deepEqual(unfinishedSteps(draft), ["bad", "odd"]);
});
