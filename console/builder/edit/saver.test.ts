import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Refusal } from "@banter/sdk/manage.ts";
import { type Draft, readDraft } from "./draft.ts";
import { createSaver, type Stored } from "./saver.ts";

const draft = (start: string): Draft => ({ ...readDraft({}), start });

/** A server with one draft. Like the real one, it refuses a save with an old revision. */
function aServer() {
  const server = { stored: { draft: draft("a"), revision: 1 }, saves: 0, isAway: false };
  return {
    server,
    save: async (sent: Draft, revision: number) => {
      if (server.isAway) throw new TypeError("Failed to fetch");
      if (revision !== server.stored.revision) throw new Refusal(409, { code: "conflict" });
      server.saves += 1;
      server.stored = { draft: sent, revision: revision + 1 };
      return { revision: revision + 1 };
    },
    load: async (): Promise<Stored> => server.stored,
  };
}

function aSaver(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { server, ...calls } = aServer();
  const states: string[] = [];
  const saver = createSaver(server.stored, { ...calls, onState: () => states.push(saver.state.type) });
  return { server, saver, states };
}

const promisesToSettle = () => new Promise((done) => setImmediate(done));

test("quick edits are saved once, after a pause", async (t) => {
  const { server, saver, states } = aSaver(t);

  saver.edit(draft("b"));
  t.mock.timers.tick(700);
  saver.edit(draft("c"));
  t.mock.timers.tick(700);
  assert.equal(server.saves, 0);
  t.mock.timers.tick(100);
  await promisesToSettle();

  assert.equal(server.saves, 1);
  assert.equal(server.stored.draft.start, "c");
  assert.deepEqual(states, ["unsaved", "unsaved", "saving", "saved"]);
  assert.ok(saver.isSettled);
});

test("an edit during a save is saved after it", async (t) => {
  const { server, saver } = aSaver(t);

  saver.edit(draft("b"));
  const first = saver.flush();
  saver.edit(draft("c"));
  await first;

  assert.equal(server.stored.draft.start, "c");
  assert.equal(saver.revision, 3);
});

test("only one save runs at a time, however many are requested", async (t) => {
  const { server, saver } = aSaver(t);

  saver.edit(draft("b"));
  const first = saver.flush();
  saver.edit(draft("c"));
  await Promise.all([first, saver.flush(), saver.flush(), saver.flush()]);

  assert.equal(saver.state.type, "saved");
  assert.equal(server.stored.draft.start, "c");
  assert.equal(server.saves, 2);
});

test("an edit that is undone before the save is not saved", async (t) => {
  const { server, saver } = aSaver(t);
  const before = server.stored.draft;

  saver.edit(draft("b"));
  saver.edit(before);
  t.mock.timers.tick(800);
  await promisesToSettle();

  assert.equal(saver.state.type, "saved");
  assert.equal(server.saves, 0);
});

test("saving is retried while the server is unreachable, and no edit is lost", async (t) => {
  const { server, saver } = aSaver(t);
  server.isAway = true;
  saver.edit(draft("b"));
  await saver.flush();
  assert.equal(saver.state.type, "offline");
  assert.ok(!saver.isSettled);

  server.isAway = false;
  saver.edit(draft("c"));
  t.mock.timers.tick(2000);
  await promisesToSettle();

  assert.equal(saver.state.type, "saved");
  assert.equal(server.stored.draft.start, "c");
});

test("a conflict stops saving until the user keeps their own draft", async (t) => {
  const { server, saver } = aSaver(t);
  server.stored = { draft: draft("theirs"), revision: 5 };
  saver.edit(draft("mine"));
  await saver.flush();
  assert.deepEqual(saver.state, { type: "conflict", theirs: server.stored });
  saver.edit(draft("mine too"));
  t.mock.timers.tick(10_000);
  await promisesToSettle();
  assert.equal(server.saves, 0);

  await saver.keepMine();

  assert.equal(server.stored.draft.start, "mine too");
  assert.equal(saver.state.type, "saved");
});

test("a conflict ends when the user adopts the other draft", async (t) => {
  const { server, saver } = aSaver(t);
  server.stored = { draft: draft("theirs"), revision: 5 };
  saver.edit(draft("mine"));
  await saver.flush();
  saver.adopt(server.stored);
  saver.edit(draft("on"));
  await saver.flush();

  assert.deepEqual(server.stored, { draft: draft("on"), revision: 6 });
});

test("a refused draft is not retried until it is edited", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let calls = 0;
  const saver = createSaver(
    { draft: draft("a"), revision: 1 },
    {
      save: async () => {
        calls += 1;
        throw new Refusal(400, { detail: "Too many steps." });
      },
      load: async () => ({ draft: draft("a"), revision: 1 }),
      onState: () => undefined,
    },
  );

  saver.edit(draft("b"));
  await saver.flush();
  t.mock.timers.tick(60_000);
  await promisesToSettle();

  assert.deepEqual(saver.state, { type: "refused", message: "Too many steps." });
  assert.equal(calls, 1);
  assert.equal(saver.isSettled, false);
});

test("a stopped saver saves nothing more", async (t) => {
  const { server, saver } = aSaver(t);

  saver.edit(draft("b"));
  saver.stop();
  t.mock.timers.tick(10_000);
  await promisesToSettle();

  assert.equal(server.saves, 0);
});
