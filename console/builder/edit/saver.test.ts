import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Refusal } from "@banter/sdk/manage.ts";
import { type Draft, readDraft } from "./draft.ts";
import type { StoredDraft } from "./replica.ts";
import { Saver } from "./saver.ts";

/** A draft with one note. */
const draft = (text: string, more: Record<string, string> = {}): Draft =>
  readDraft({
    steps: Object.fromEntries(
      Object.entries({ note: text, ...more }).map(([id, text]) => [id, { type: "note", text }]),
    ),
  });
const noteIn = ({ steps }: Draft, id = "note") => steps[id]?.text;

/** A server with one draft. Like the real one, it refuses a save with an old revision. */
function aServer() {
  const server = { stored: { draft: draft("a"), revision: 1 }, saves: 0, isAway: false, isLoggedOut: false };
  return {
    server,
    save: async (sent: Draft, revision: number) => {
      if (server.isAway) throw new TypeError("Failed to fetch");
      if (server.isLoggedOut) throw new Refusal(401, { code: "unauthorized" });
      if (revision !== server.stored.revision) throw new Refusal(409, { code: "conflict" });
      server.saves += 1;
      server.stored = { draft: sent, revision: revision + 1 };
      return { revision: revision + 1 };
    },
    load: async (): Promise<StoredDraft> => server.stored,
  };
}

function aSaver(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { server, ...calls } = aServer();
  const states: string[] = [];
  const merges: Draft[] = [];
  const saver: Saver = new Saver(server.stored, {
    ...calls,
    onState: () => states.push(saver.state.type),
    onMerged: ({ merged }) => merges.push(merged),
  });
  return { server, saver, states, merges };
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
  assert.equal(noteIn(server.stored.draft), "c");
  assert.deepEqual(states, ["unsaved", "unsaved", "saving", "saved"]);
  assert.ok(saver.isSettled);
});

test("an edit during a save is saved after it", async (t) => {
  const { server, saver } = aSaver(t);

  saver.edit(draft("b"));
  const first = saver.flush();
  saver.edit(draft("c"));
  await first;

  assert.equal(noteIn(server.stored.draft), "c");
  assert.equal(saver.revision, 3);
});

test("only one save runs at a time, however many are requested", async (t) => {
  const { server, saver } = aSaver(t);

  saver.edit(draft("b"));
  const first = saver.flush();
  saver.edit(draft("c"));
  await Promise.all([first, saver.flush(), saver.flush(), saver.flush()]);

  assert.equal(saver.state.type, "saved");
  assert.equal(noteIn(server.stored.draft), "c");
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
  assert.equal(noteIn(server.stored.draft), "c");
});

test("a conflict stops saving until the user keeps their own form", async (t) => {
  const { server, saver } = aSaver(t);
  server.stored = { draft: draft("theirs"), revision: 5 };
  saver.edit(draft("mine"));
  await saver.flush();
  assert.deepEqual(saver.state, { type: "conflict", theirs: server.stored, steps: ["note"] });
  saver.edit(draft("mine too"));
  t.mock.timers.tick(10_000);
  await promisesToSettle();
  assert.equal(server.saves, 0);

  const other = saver.keepMine();
  await saver.flush();

  assert.equal(noteIn(server.stored.draft), "mine too");
  assert.equal(other && noteIn(other.theirs), "theirs");
  assert.equal(saver.state.type, "saved");
});

test("a conflict ends by itself when the local change is undone", async (t) => {
  const { server, saver, merges } = aSaver(t);
  const before = server.stored.draft;
  server.stored = { draft: draft("theirs"), revision: 5 };
  saver.edit(draft("mine"));
  await saver.flush();

  saver.edit(before);

  assert.equal(saver.state.type, "saved");
  assert.equal(saver.revision, 5);
  assert.deepEqual(
    merges.map((merged) => noteIn(merged)),
    ["theirs"],
  );
});

test("changes of different steps are merged and saved", async (t) => {
  const { server, saver, merges } = aSaver(t);
  server.stored = { draft: draft("a", { other: "theirs" }), revision: 5 };

  saver.edit(draft("mine"));
  await saver.flush();

  assert.equal(saver.state.type, "saved");
  assert.deepEqual(server.stored, { draft: draft("mine", { other: "theirs" }), revision: 6 });
  assert.deepEqual(merges, [draft("mine", { other: "theirs" })]);
});

test("a save whose answer was lost is no conflict", async (t) => {
  const { server, saver } = aSaver(t);
  server.stored = { draft: draft("mine"), revision: 2 };

  saver.edit(draft("mine"));
  await saver.flush();

  assert.equal(saver.state.type, "saved");
});

test("catching up reads a newer draft once, and leaves local edits to the next save", async (t) => {
  const { server, saver, merges } = aSaver(t);
  server.stored = { draft: draft("a", { other: "theirs" }), revision: 2 };
  await Promise.all([saver.catchUp(2), saver.catchUp(2)]);
  assert.equal(merges.length, 1);
  assert.ok(saver.isSettled);

  saver.edit(draft("mine", { other: "theirs" }));
  server.stored = { draft: draft("a", { other: "again" }), revision: 3 };
  await saver.catchUp();
  assert.equal(saver.state.type, "unsaved");
  await saver.flush();

  assert.deepEqual(server.stored, { draft: draft("mine", { other: "again" }), revision: 4 });
});

test("an ended session is reported, and the save waits for the login", async (t) => {
  const { server, saver } = aSaver(t);
  server.isLoggedOut = true;
  saver.edit(draft("mine"));
  await saver.flush();
  assert.equal(saver.state.type, "loggedOut");
  saver.edit(draft("mine too"));
  t.mock.timers.tick(60_000);
  await promisesToSettle();
  assert.equal(server.saves, 0);

  server.isLoggedOut = false;
  await saver.flush();

  assert.equal(noteIn(server.stored.draft), "mine too");
});

test("a refused draft is not retried until it is edited", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let calls = 0;
  const saver = new Saver(
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

test("a stopped saver saves once more at once, and does not try again", async (t) => {
  const { server, saver } = aSaver(t);
  saver.edit(draft("b"));
  await saver.stop();
  assert.equal(server.saves, 1);

  server.isAway = true;
  saver.edit(draft("c"));
  await saver.stop();
  server.isAway = false;
  t.mock.timers.tick(60_000);
  await promisesToSettle();
  assert.equal(server.saves, 1);
  assert.ok(saver.pending);

  saver.start();
  t.mock.timers.tick(10_000);
  await promisesToSettle();
  assert.equal(noteIn(server.stored.draft), "c");
});
