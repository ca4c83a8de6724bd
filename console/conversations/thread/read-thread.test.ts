import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../queries.ts";
import { readOlder, readThread, type Thread } from "./read-thread.ts";

const message = (id: number, state = "sent") => ({ id, state }) as Message;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => message(from + at));

/** A conversation with these messages at the server. */
function aServer(stored: Message[]) {
  const calls: object[] = [];
  return {
    calls,
    read: async (query: { before?: number; after?: number; limit: number }) => {
      calls.push(query);
      const { before = Number.POSITIVE_INFINITY, after, limit } = query;
      const found = stored.filter(({ id }) => id < before && id > (after ?? 0));
      const messages = after === undefined ? found.slice(-limit) : found.slice(0, limit);
      return { messages, has_more: stored[0] !== messages[0] };
    },
  };
}
const ids = (thread: Thread | undefined) => thread?.messages.map(({ id }) => id);

test("the newest messages are read, then older ones until the first", async () => {
  const { read } = aServer(range(1, 60));

  const newest = await readThread(read, () => undefined);
  const all = await readOlder(read, () => newest);

  assert.deepEqual([ids(newest), newest.hasMore], [ids({ messages: range(21, 60), hasMore: true }), true]);
  assert.deepEqual([ids(all)?.length, all?.hasMore], [60, false]);
});

test("news replace old states and add what is new, once", async () => {
  const { read } = aServer([message(1, "seen"), message(2)]);

  const thread = await readThread(read, () => ({ messages: [message(1)], hasMore: false }));

  assert.deepEqual(thread, { messages: [message(1, "seen"), message(2)], hasMore: false });
});

test("a hole between the known and the newest messages is filled", async () => {
  const { read, calls } = aServer(range(1, 200));

  const thread = await readThread(read, () => ({ messages: range(1, 50), hasMore: false }));

  assert.deepEqual(ids(thread), ids({ messages: range(1, 200), hasMore: false }));
  assert.equal(calls.length, 3);
});

test("behind a very large hole the thread begins anew", async () => {
  const { read } = aServer(range(1, 1000));

  const thread = await readThread(read, () => ({ messages: range(1, 50), hasMore: false }));

  assert.deepEqual([thread.messages[0]?.id, thread.hasMore], [961, true]);
});

test("messages that come while another call runs are kept", async () => {
  const { read } = aServer(range(1, 60));
  let known: Thread = { messages: range(41, 60), hasMore: true };

  const reading = readThread(read, () => known);
  known = { messages: range(1, 60), hasMore: false };

  assert.deepEqual(await reading, { messages: range(1, 60), hasMore: false });
});
